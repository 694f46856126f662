// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.h"
#include "app/cli/estimate_json.h"
#include "core/scenario/sharding_answer.h"

namespace scalescope {

class JsonWriter;

// What `collective`, `matmul` and `eval` print of a sharding study.

/// The keys of the object that `writeSharding` writes, for the manual page.
std::span<const OutputKey> shardingKeys();

/// Members of an open object: the mesh as it lies, the arrays, the strategies and the collective.
void writeMesh(JsonWriter& json, const Scenario& scenario, const ShardingAnswer& answer);
void writeArrays(JsonWriter& json, const Scenario& scenario, const ShardingAnswer& answer);
void writeStrategies(JsonWriter& json, const Scenario& scenario, const MatmulPlan& plan);
void writeCollective(JsonWriter& json, const Scenario& scenario, const CollectiveAnswer& answer);
void writeDiagnostics(JsonWriter& json, const Diagnostics& diagnostics);

/// All of these, as the member "sharding".
void writeSharding(JsonWriter& json, const Scenario& scenario, const ShardingAnswer& answer);

/// The mesh as it lies, for people.
std::string meshText(const Scenario& scenario, const ShardingAnswer& answer);

/// The name of a strategy: "gather right over X, AllReduce output over Y".
std::string nameOf(const Strategy& strategy, const DeviceMesh& mesh);

/// Takes --mesh, and --order best later with `orderMesh`; prints what is wrong.
bool takeMesh(const Arguments& arguments, Scenario& scenario, std::ostream& err);
bool orderMesh(const Arguments& arguments, OrderFor purpose, Scenario& scenario, std::ostream& err);

/// Prints diagnostics: what makes the exit status 1 on `err`, the rest on `out` unless that is JSON. Says whether all is
/// possible.
bool report(const Diagnostics& diagnostics, bool json, CommandContext& context);

}  // namespace scalescope
