// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/transformer/hf_kinds.h"

namespace scalescope {

// Readers of dense kinds, by the file that has them; denseKinds() names them.

// hf_kinds_llama.cpp
void readApertus(KindReader& reader);
void readArcee(KindReader& reader);
void readBaichuan(KindReader& reader);
void readBitNet(KindReader& reader);
void readErnie45(KindReader& reader);
void readExaone(KindReader& reader);
void readGlm(KindReader& reader);
void readGlm4(KindReader& reader);
void readHelium(KindReader& reader);
void readHunYuanDense(KindReader& reader);
void readInternLm(KindReader& reader);
void readInternLm3(KindReader& reader);
void readLlama(KindReader& reader);
void readMiniCpm(KindReader& reader);
void readMinistral3(KindReader& reader);
void readMistral(KindReader& reader);
void readOlmo(KindReader& reader);
void readOlmo2(KindReader& reader);
void readOlmo3(KindReader& reader);
void readOrion(KindReader& reader);
void readPhi3(KindReader& reader);
void readPlainLlama(KindReader& reader);
void readQwen2(KindReader& reader);
void readQwen2Vl(KindReader& reader);
void readQwen3(KindReader& reader);
void readSeedOss(KindReader& reader);
void readSmolLm3(KindReader& reader);

// hf_kinds_gpt.cpp
void readBioGpt(KindReader& reader);
void readBloom(KindReader& reader);
void readCodeGen(KindReader& reader);
void readGpt2(KindReader& reader);
void readGptBigCode(KindReader& reader);
void readGptJ(KindReader& reader);
void readGptNeo(KindReader& reader);
void readGptNeoX(KindReader& reader);
void readNemotron(KindReader& reader);
void readOpenAiGpt(KindReader& reader);
void readOpt(KindReader& reader);
void readPersimmon(KindReader& reader);
void readPhi(KindReader& reader);
void readStableLm(KindReader& reader);
void readStarCoder2(KindReader& reader);
void readXglm(KindReader& reader);

// hf_kinds_gemma.cpp
void readCohere(KindReader& reader);
void readCohere2(KindReader& reader);
void readExaone4(KindReader& reader);
void readGemma(KindReader& reader);
void readGemma2(KindReader& reader);
void readGemma3(KindReader& reader);
void readGemma3n(KindReader& reader);
void readVaultGemma(KindReader& reader);

// hf_kinds_own.cpp
void readChatGlm(KindReader& reader);
void readDeci(KindReader& reader);
void readFalcon(KindReader& reader);
void readMpt(KindReader& reader);
void readOpenElm(KindReader& reader);
void readQwen(KindReader& reader);

}  // namespace scalescope
