// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/model_import_files.h"
#include "tests/bench/samples.h"

#include <cstdio>
#include <string>

using namespace scalescope;

namespace {

/// A config of this size, most of it in fields that nothing reads.
std::string paddedConfig(std::size_t bytes)
{
    std::string text = R"({"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32, "vocab_size": 128256,
"num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336, "tie_word_embeddings": false)";
    for (int i = 0; text.size() + 64 < bytes; ++i)
        text += ",\n\"field_of_no_use_" + std::to_string(i) + "\": \"" + std::string(24, 'x') + "\"";
    return text + std::string(bytes - text.size() - 1, ' ') + "}";
}

std::string indexOf(int tensors)
{
    std::string text = "{\n  \"metadata\": {\n    \"total_size\": 1342177280000\n  },\n  \"weight_map\": {\n";
    for (int i = 0; i < tensors; ++i)
        text += (i > 0 ? ",\n    \"model.layers." : "    \"model.layers.") + std::to_string(i / 1000) + ".mlp.experts." +
                std::to_string(i % 1000) + ".down_proj.weight\": \"model-" + std::to_string(10000 + i / 700) + "-of-00163.safetensors\"";
    return text + "\n  }\n}\n";
}

}  // namespace

int main()
{
    const std::string config = paddedConfig(256 << 10);
    const std::string index = indexOf(100'000);
    Samples importing;
    Samples indexing;
    std::int64_t tensors = 0;
    for (int i = 0; i < 50; ++i) {
        importing.time([&] { tensors += importModel(config, "model").imported ? 1 : 0; });
        indexing.time([&] { tensors += readIndex(index, 61).value->tensors(); });
    }
    importing.print("config.json of 256 KiB");
    indexing.print("index of 100,000 tensors");
    const double megabytes = static_cast<double>(index.size()) / 1e6;
    std::printf("index: %.1f MB, %.0f MB/s; limits are 5 ms and 100 MB/s\n", megabytes, megabytes / indexing.median());
    return tensors == 50 + 50 * 100'000 ? 0 : 1;
}
