<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>CalculatorWords</name>
    <message>
        <source>host link</source>
        <translation>主机链路</translation>
    </message>
    <message>
        <source>No peak for %1</source>
        <translation>没有 %1 的峰值</translation>
    </message>
    <message>
        <source>The chip states none for it or a wider dtype. Enter its dense FLOP/s, or choose another compute dtype.</source>
        <translation>芯片未给出它或更宽数据类型的峰值。请输入其稠密 FLOP/s，或选择其他计算数据类型。</translation>
    </message>
    <message>
        <source>No bandwidth for %1</source>
        <translation>没有 %1 的带宽</translation>
    </message>
    <message>
        <source>The chip does not state it. Enter the figure among those of the hardware, or choose another memory.</source>
        <translation>芯片未给出该值。请在硬件参数中输入该数值，或选择其他内存。</translation>
    </message>
    <message>
        <source>B = %1, D = %2, F = %3</source>
        <translation>B = %1，D = %2，F = %3</translation>
    </message>
</context>
<context>
    <name>CollectiveWords</name>
    <message>
        <source>Nothing to send: the collective runs over one chip</source>
        <translation>无需发送：集合通信只在一个芯片上进行</translation>
    </message>
    <message>
        <source>No times: this mesh cannot be laid</source>
        <translation>没有时间：此网格无法布置</translation>
    </message>
    <message>
        <source>Choose an axis of two chips or more for it to run over.</source>
        <translation>请选择含两个或更多芯片的轴来运行它。</translation>
    </message>
    <message>
        <source>%1 over %2 chips</source>
        <translation>%2 个芯片上的 %1</translation>
    </message>
    <message>
        <source>time %1</source>
        <translation>时间 %1</translation>
    </message>
    <message>
        <source>bytes %1, hops %2</source>
        <translation>字节 %1，跳 %2</translation>
    </message>
    <message>
        <source>latency-bound: it waits for the hops</source>
        <translation>受延迟限制：等待各跳</translation>
    </message>
    <message>
        <source>bandwidth-bound: it waits for %1</source>
        <translation>受带宽限制：等待%1</translation>
    </message>
    <message>
        <source>%1 of the array</source>
        <translation>按数组计 %1</translation>
    </message>
</context>
<context>
    <name>DecoderWords</name>
    <message>
        <source>%1, %2 heads of %3, state %4</source>
        <translation>%1，%2 个 %3 宽的头，状态 %4</translation>
    </message>
    <message>
        <source>chunked %1</source>
        <translation>分块 %1</translation>
    </message>
    <message>
        <source>sliding %1</source>
        <translation>滑动 %1</translation>
    </message>
    <message>
        <source>compressed %1 to 1</source>
        <translation>%1 压缩为 1</translation>
    </message>
    <message>
        <source>latent attention %1 + %2</source>
        <translation>潜在注意力 %1 + %2</translation>
    </message>
    <message>
        <source>full attention</source>
        <translation>完整注意力</translation>
    </message>
    <message>
        <source>top %1 keys</source>
        <translation>top %1 键</translation>
    </message>
    <message>
        <source>%1 heads</source>
        <translation>%1 个头</translation>
    </message>
    <message>
        <source>KV of an earlier layer</source>
        <translation>沿用前面层的 KV</translation>
    </message>
    <message>
        <source>1 KV head</source>
        <translation>1 个 KV 头</translation>
    </message>
    <message>
        <source>%1 KV heads</source>
        <translation>%1 个 KV 头</translation>
    </message>
    <message>
        <source>sinks</source>
        <translation>注意力汇</translation>
    </message>
    <message>
        <source>QK norm</source>
        <translation>QK 归一化</translation>
    </message>
    <message>
        <source>output gate</source>
        <translation>输出门控</translation>
    </message>
    <message>
        <source>towers</source>
        <translation>塔</translation>
    </message>
    <message>
        <source>apart</source>
        <translation>另计</translation>
    </message>
    <message>
        <source>embed</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>tied</source>
        <translation>绑定</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>unembed</source>
        <translation>解嵌入</translation>
    </message>
    <message>
        <source>MTP × %1</source>
        <translation>MTP × %1</translation>
    </message>
    <message>
        <source>linear attention</source>
        <translation>线性注意力</translation>
    </message>
    <message>
        <source>state space (Mamba 2)</source>
        <translation>状态空间（Mamba 2）</translation>
    </message>
    <message>
        <source>gated MLP %1</source>
        <translation>门控 MLP %1</translation>
    </message>
    <message>
        <source>plain MLP %1</source>
        <translation>普通 MLP %1</translation>
    </message>
    <message>
        <source>%1 experts of %2, top %3</source>
        <translation>%1 个 %2 宽的专家，top %3</translation>
    </message>
    <message>
        <source>shared %1</source>
        <translation>共享 %1</translation>
    </message>
    <message>
        <source>in a latent of %1</source>
        <translation>潜在宽度 %1</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>Dialogs</name>
    <message>
        <source>Save the changes to %1?</source>
        <translation>是否保存对“%1”的更改？</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>The picture is too small for its title and source line.</source>
        <translation>图片太小，放不下标题和来源行。</translation>
    </message>
    <message>
        <source>No font here has these characters: %1</source>
        <translation>这里没有字体包含以下字符：%1</translation>
    </message>
    <message>
        <source>There is not enough memory for a picture of %1 x %2 pixels.</source>
        <translation>内存不足，无法生成 %1 x %2 像素的图片。</translation>
    </message>
    <message>
        <source>The picture cannot be written as PDF.</source>
        <translation>图片无法写为 PDF。</translation>
    </message>
    <message>
        <source>A picture needs a size and a scale above zero.</source>
        <translation>图片的尺寸和缩放比例必须大于零。</translation>
    </message>
    <message>
        <source>A picture has at most %1 pixels along a side and %2 million in all.</source>
        <translation>图片每边最多 %1 像素，总计最多 %2 百万像素。</translation>
    </message>
    <message>
        <source>The scenario is too large to be put into a picture.</source>
        <translation>场景过大，无法存入图片。</translation>
    </message>
    <message>
        <source>The scenario is not UTF-8.</source>
        <translation>场景不是 UTF-8 编码。</translation>
    </message>
    <message>
        <source>%1: the name of a picture ends in .png, .svg or .pdf.</source>
        <translation>%1：图片文件名须以 .png、.svg 或 .pdf 结尾。</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
</context>
<context>
    <name>FigureCommands</name>
    <message>
        <source>%1 imported: %2 parameters.</source>
        <translation>已导入 %1：参数量 %2。</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>处理方式</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>What was read of the config</source>
        <translation>从 config 读取的内容</translation>
    </message>
    <message>
        <source>The stored weights have %1 bytes, exactly as counted.</source>
        <translation>存储的权重为 %1 字节，与计数完全一致。</translation>
    </message>
    <message>
        <source>The stored weights have %1 bytes; %2 are counted.</source>
        <translation>存储的权重为 %1 字节；计数为 %2。</translation>
    </message>
</context>
<context>
    <name>FigureWords</name>
    <message>
        <source>FSDP</source>
        <translation>FSDP</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>gather</source>
        <translation>AllGather</translation>
    </message>
    <message>
        <source>scatter</source>
        <translation>ReduceScatter</translation>
    </message>
    <message>
        <source>all-reduce</source>
        <translation>AllReduce</translation>
    </message>
    <message>
        <source>%1 per forward pass</source>
        <translation>%1/前向</translation>
    </message>
    <message>
        <source>%1 per backward pass</source>
        <translation>%1/反向</translation>
    </message>
    <message>
        <source>%1 per step</source>
        <translation>%1/步</translation>
    </message>
    <message>
        <source>all-to-all</source>
        <translation>全交换</translation>
    </message>
    <message>
        <source>broadcast</source>
        <translation>广播</translation>
    </message>
    <message>
        <source>gather to one chip</source>
        <translation>聚集到一个芯片</translation>
    </message>
    <message>
        <source>expert</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>send</source>
        <translation>发送</translation>
    </message>
</context>
<context>
    <name>LayerWords</name>
    <message>
        <source>attention and MLP</source>
        <translation>注意力与 MLP</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>MLP</source>
        <translation>MLP</translation>
    </message>
    <message>
        <source>layer embedding</source>
        <translation>层嵌入</translation>
    </message>
    <message>
        <source>Gate, projection</source>
        <translation>门控、投影</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>KV heads</source>
        <translation>KV 头数</translation>
    </message>
    <message>
        <source>width of a head</source>
        <translation>头宽度</translation>
    </message>
    <message>
        <source>rotary width</source>
        <translation>旋转宽度</translation>
    </message>
    <message>
        <source>state width</source>
        <translation>状态宽度</translation>
    </message>
    <message>
        <source>query rank</source>
        <translation>查询秩</translation>
    </message>
    <message>
        <source>KV rank</source>
        <translation>KV 秩</translation>
    </message>
    <message>
        <source>value width</source>
        <translation>值宽度</translation>
    </message>
    <message>
        <source>Layer norm</source>
        <translation>LayerNorm</translation>
    </message>
    <message>
        <source>Norm without scales</source>
        <translation>无缩放的归一化</translation>
    </message>
    <message>
        <source>RMS norm</source>
        <translation>RMSNorm</translation>
    </message>
    <message>
        <source>; counted with the norms behind both blocks</source>
        <translation>；与两个块之后的归一化一并计入</translation>
    </message>
    <message>
        <source>counted with the norm before the MLP</source>
        <translation>与 MLP 前的归一化一并计入</translation>
    </message>
    <message>
        <source>latent attention</source>
        <translation>潜在注意力</translation>
    </message>
    <message>
        <source>linear attention</source>
        <translation>线性注意力</translation>
    </message>
    <message>
        <source>state space</source>
        <translation>状态空间</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Query down</source>
        <translation>查询下投影</translation>
    </message>
    <message>
        <source>Query up</source>
        <translation>查询上投影</translation>
    </message>
    <message>
        <source>Compressor</source>
        <translation>压缩器</translation>
    </message>
    <message>
        <source>%1 tokens to one</source>
        <translation>每 %1 个 token 合一</translation>
    </message>
    <message>
        <source>entries of %1</source>
        <translation>条目宽 %1</translation>
    </message>
    <message>
        <source>indexer heads</source>
        <translation>索引器头数</translation>
    </message>
    <message>
        <source>indexer width</source>
        <translation>索引器宽度</translation>
    </message>
    <message>
        <source>Indexer</source>
        <translation>索引器</translation>
    </message>
    <message>
        <source>Index scores</source>
        <translation>索引分数</translation>
    </message>
    <message>
        <source>top %1 of S</source>
        <translation>S 中的 top %1</translation>
    </message>
    <message>
        <source>%1 keys looked through</source>
        <translation>查看 %1 个键</translation>
    </message>
    <message>
        <source>Output gate</source>
        <translation>输出门控</translation>
    </message>
    <message>
        <source>chunk of %1</source>
        <translation>%1 的分块</translation>
    </message>
    <message>
        <source>last %1 keys</source>
        <translation>最后 %1 个键</translation>
    </message>
    <message>
        <source>top %1 keys</source>
        <translation>top %1 键</translation>
    </message>
    <message>
        <source>sinks</source>
        <translation>注意力汇</translation>
    </message>
    <message>
        <source>QK norm, attention</source>
        <translation>QK 归一化、注意力</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>scores, softmax and values</source>
        <translation>分数、softmax 与加权值</translation>
    </message>
    <message>
        <source>output groups</source>
        <translation>输出组数</translation>
    </message>
    <message>
        <source>output rank</source>
        <translation>输出秩</translation>
    </message>
    <message>
        <source>Output down</source>
        <translation>输出下投影</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>key, value</source>
        <translation>键、值</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>K, V of an earlier layer %1</source>
        <translation>前面层的 K、V %1</translation>
    </message>
    <message>
        <source>K = V %1</source>
        <translation>K = V %1</translation>
    </message>
    <message>
        <source>K, V %1</source>
        <translation>K、V %1</translation>
    </message>
    <message>
        <source>KV down</source>
        <translation>KV 下投影</translation>
    </message>
    <message>
        <source>KV up</source>
        <translation>KV 上投影</translation>
    </message>
    <message>
        <source>latents %1</source>
        <translation>潜在向量 %1</translation>
    </message>
    <message>
        <source>groups</source>
        <translation>组数</translation>
    </message>
    <message>
        <source>key heads</source>
        <translation>键头数</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Convolution</source>
        <translation>卷积</translation>
    </message>
    <message>
        <source>%1 taps</source>
        <translation>%1 抽头</translation>
    </message>
    <message>
        <source>of every channel</source>
        <translation>每个通道</translation>
    </message>
    <message>
        <source>gate rank</source>
        <translation>门控秩</translation>
    </message>
    <message>
        <source>Gate, decay</source>
        <translation>门控、衰减</translation>
    </message>
    <message>
        <source>Gate</source>
        <translation>门控</translation>
    </message>
    <message>
        <source>State update</source>
        <translation>状态更新</translation>
    </message>
    <message>
        <source>state %1</source>
        <translation>状态 %1</translation>
    </message>
    <message>
        <source>%1 per sequence</source>
        <translation>每序列 %1</translation>
    </message>
    <message>
        <source>Activation × gate</source>
        <translation>激活 × 门控</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>width of the MLP</source>
        <translation>MLP 宽度</translation>
    </message>
    <message>
        <source>MLP in</source>
        <translation>MLP 输入</translation>
    </message>
    <message>
        <source>MLP out</source>
        <translation>MLP 输出</translation>
    </message>
    <message>
        <source>width of an expert</source>
        <translation>专家宽度</translation>
    </message>
    <message>
        <source>experts of a token</source>
        <translation>每 token 专家数</translation>
    </message>
    <message>
        <source>Router</source>
        <translation>路由器</translation>
    </message>
    <message>
        <source>latent width of experts</source>
        <translation>专家的潜在宽度</translation>
    </message>
    <message>
        <source>Latent down</source>
        <translation>潜在下投影</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 选 %1</translation>
    </message>
    <message>
        <source>Experts in</source>
        <translation>专家输入</translation>
    </message>
    <message>
        <source>Experts out</source>
        <translation>专家输出</translation>
    </message>
    <message>
        <source>Latent up</source>
        <translation>潜在上投影</translation>
    </message>
    <message>
        <source>width of shared experts</source>
        <translation>共享专家宽度</translation>
    </message>
    <message>
        <source>Shared in</source>
        <translation>共享输入</translation>
    </message>
    <message>
        <source>Shared out</source>
        <translation>共享输出</translation>
    </message>
    <message>
        <source>width of the model</source>
        <translation>模型宽度</translation>
    </message>
    <message>
        <source>tokens of context</source>
        <translation>上下文的 token 数</translation>
    </message>
    <message>
        <source>latents [r_kv + H_r]</source>
        <translation>潜在向量 [r_kv + H_r]</translation>
    </message>
    <message>
        <source>K = V [K, H]</source>
        <translation>K = V [K, H]</translation>
    </message>
    <message>
        <source>K, V [K, H]</source>
        <translation>K、V [K, H]</translation>
    </message>
    <message>
        <source>%1: %2 per token</source>
        <translation>%1：每 token %2</translation>
    </message>
    <message>
        <source>%1 at most, from a window of %2</source>
        <translation>至多 %1，自 %2 的窗口起</translation>
    </message>
    <message>
        <source>%1 at %2 tokens</source>
        <translation>%2 个 token 时为 %1</translation>
    </message>
    <message>
        <source>index keys [H_i]: %1</source>
        <translation>索引键 [H_i]：%1</translation>
    </message>
    <message>
        <source>state: %1 per sequence</source>
        <translation>状态：每序列 %1</translation>
    </message>
    <message>
        <source>at any context</source>
        <translation>与上下文长度无关</translation>
    </message>
    <message>
        <source>nothing: keys and values are an earlier layer&apos;s</source>
        <translation>无：键和值沿用前面层的</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Open...</source>
        <translation>打开...</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save as...</source>
        <translation>另存为...</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Reset everything that was changed</source>
        <translation>重置所有更改</translation>
    </message>
    <message>
        <source>Find a parameter</source>
        <translation>查找参数</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Copy numbers as CSV</source>
        <translation>将数值复制为 CSV</translation>
    </message>
    <message>
        <source>Show numbers</source>
        <translation>显示数值</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>解释</translation>
    </message>
    <message>
        <source>Lecture</source>
        <translation>演示模式</translation>
    </message>
    <message>
        <source>About Scalescope</source>
        <translation>关于 Scalescope</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Save as my hardware...</source>
        <translation>另存为我的硬件...</translation>
    </message>
</context>
<context>
    <name>ModelWords</name>
    <message>
        <source>full</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>latent</source>
        <translation>潜在</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>state space</source>
        <translation>状态空间</translation>
    </message>
    <message>
        <source>no attention</source>
        <translation>无注意力</translation>
    </message>
    <message>
        <source>compressed %1 ×</source>
        <translation>压缩 %1 ×</translation>
    </message>
    <message>
        <source>chunked %1</source>
        <translation>分块 %1</translation>
    </message>
    <message>
        <source>sliding %1</source>
        <translation>滑动 %1</translation>
    </message>
    <message>
        <source>top %1</source>
        <translation>top %1</translation>
    </message>
    <message>
        <source>shared KV</source>
        <translation>共享 KV</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个 token</translation>
    </message>
</context>
<context>
    <name>PlayedCollective</name>
    <message>
        <source>%1 over %2</source>
        <translation>沿 %2 的 %1</translation>
    </message>
</context>
<context>
    <name>ServingWords</name>
    <message>
        <source>%1 on one chip, %2 tokens of context</source>
        <translation>%1，单芯片，上下文 %2 token</translation>
    </message>
    <message>
        <source>%1 on %2 chips, %3 tokens of context</source>
        <translation>%1，%2 个芯片，上下文 %3 token</translation>
    </message>
    <message>
        <source>one sequence</source>
        <translation>一个序列</translation>
    </message>
    <message>
        <source>%1 sequences</source>
        <translation>%1 个序列</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个 token</translation>
    </message>
    <message>
        <source>1 request/s</source>
        <translation>1 请求/s</translation>
    </message>
    <message>
        <source>%1 requests/s</source>
        <translation>%1 请求/s</translation>
    </message>
</context>
<context>
    <name>ShardingWords</name>
    <message>
        <source>left</source>
        <translation>左数组</translation>
    </message>
    <message>
        <source>right</source>
        <translation>右数组</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>dimension %1</source>
        <translation>第 %1 维</translation>
    </message>
    <message>
        <source>slice %1</source>
        <translation>切片 %1</translation>
    </message>
    <message>
        <source>slice %1 %2</source>
        <translation>切片%1 %2</translation>
    </message>
    <message>
        <source>slice %1 over %2</source>
        <translation>沿 %2 对%1切片</translation>
    </message>
    <message>
        <source>local work</source>
        <translation>局部计算</translation>
    </message>
    <message>
        <source>gather %1 %2</source>
        <translation>聚集%1 %2</translation>
    </message>
    <message>
        <source>gather %1 over %2</source>
        <translation>沿 %2 聚集%1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 over %2</source>
        <translation>沿 %2 的 %1</translation>
    </message>
    <message>
        <source>%1 %2 %3</source>
        <translation>%1 %2 %3</translation>
    </message>
    <message>
        <source>%1 %2 over %3</source>
        <translation>沿 %3 对%2做 %1</translation>
    </message>
    <message>
        <source>no communication</source>
        <translation>无通信</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
</context>
<context>
    <name>SplitWords</name>
    <message>
        <source>%1 FSDP</source>
        <comment>chips in the degree</comment>
        <translation>%1 FSDP</translation>
    </message>
    <message>
        <source>%1 tensor</source>
        <comment>chips in the degree</comment>
        <translation>%1 张量</translation>
    </message>
    <message>
        <source>%1 FSDP × %2 tensor</source>
        <comment>chips in the degrees</comment>
        <translation>%1 FSDP × %2 张量</translation>
    </message>
    <message>
        <source>compute %1, network %2</source>
        <translation>计算 %1，网络 %2</translation>
    </message>
    <message>
        <source>compute-bound at every batch</source>
        <translation>任何批量下都受计算限制</translation>
    </message>
    <message>
        <source>compute-bound at no batch</source>
        <translation>任何批量下都不受计算限制</translation>
    </message>
    <message>
        <source>compute-bound above %1</source>
        <translation>超过 %1 时受计算限制</translation>
    </message>
</context>
<context>
    <name>Ticks</name>
    <message>
        <source>nanoseconds</source>
        <translation>纳秒</translation>
    </message>
    <message>
        <source>microseconds</source>
        <translation>微秒</translation>
    </message>
    <message>
        <source>milliseconds</source>
        <translation>毫秒</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>分钟</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>days</source>
        <translation>天</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>The key &quot;%1&quot; appears more than once in its object.</source>
        <translation>键“%1”在其对象中重复出现。</translation>
    </message>
    <message>
        <source>The file ends too early.</source>
        <translation>文件过早结束。</translation>
    </message>
    <message>
        <source>Found %2.</source>
        <translation>实际为 %2。</translation>
    </message>
    <message>
        <source>JSON has no NaN and no Infinity.</source>
        <translation>JSON 中没有 NaN 和 Infinity。</translation>
    </message>
    <message>
        <source>A string has no closing quote.</source>
        <translation>字符串缺少结束引号。</translation>
    </message>
    <message>
        <source>Four hexadecimal digits must follow \u in a string.</source>
        <translation>字符串中 \u 之后必须是四位十六进制数字。</translation>
    </message>
    <message>
        <source>A \u surrogate in a string stands without its other half.</source>
        <translation>字符串中的 \u 代理项缺少另一半。</translation>
    </message>
    <message>
        <source>A backslash in a string must be followed by one of &quot; \ / b f n r t u.</source>
        <translation>字符串中反斜杠之后必须是 &quot; \ / b f n r t u 之一。</translation>
    </message>
    <message>
        <source>A line break or other control character in a string must be escaped.</source>
        <translation>字符串中的换行符或其他控制字符必须转义。</translation>
    </message>
    <message>
        <source>Expected a digit after &apos;-&apos;.</source>
        <translation>&apos;-&apos; 之后应为数字。</translation>
    </message>
    <message>
        <source>Expected a digit after the decimal point.</source>
        <translation>小数点之后应为数字。</translation>
    </message>
    <message>
        <source>Expected a digit in the exponent.</source>
        <translation>指数部分应为数字。</translation>
    </message>
    <message>
        <source>Remove the comma before %2.</source>
        <translation>请删除 %2 前面的逗号。</translation>
    </message>
    <message>
        <source>Keys and strings stand in double quotes.</source>
        <translation>键和字符串须用双引号括起。</translation>
    </message>
    <message>
        <source>JSON has no comments.</source>
        <translation>JSON 不支持注释。</translation>
    </message>
    <message>
        <source>JSON writes true, false and null.</source>
        <translation>JSON 的写法是 true、false 和 null。</translation>
    </message>
    <message>
        <source>Expected a key in double quotes or &apos;}&apos;.</source>
        <translation>此处应为双引号括起的键或 &apos;}&apos;。</translation>
    </message>
    <message>
        <source>Expected a value for &quot;%1&quot;.</source>
        <translation>“%1”应有一个值。</translation>
    </message>
    <message>
        <source>Expected &apos;:&apos; after the key &quot;%1&quot;.</source>
        <translation>键“%1”之后应为 &apos;:&apos;。</translation>
    </message>
    <message>
        <source>Expected a key in double quotes after &apos;,&apos;.</source>
        <translation>&apos;,&apos; 之后应为双引号括起的键。</translation>
    </message>
    <message>
        <source>Expected &apos;,&apos; or &apos;}&apos; after the value of &quot;%1&quot;.</source>
        <translation>“%1”的值之后应为 &apos;,&apos; 或 &apos;}&apos;。</translation>
    </message>
    <message>
        <source>Expected a value or &apos;]&apos;.</source>
        <translation>此处应为值或 &apos;]&apos;。</translation>
    </message>
    <message>
        <source>Expected a value after &apos;,&apos;.</source>
        <translation>&apos;,&apos; 之后应为值。</translation>
    </message>
    <message>
        <source>Expected &apos;,&apos; or &apos;]&apos; after the value.</source>
        <translation>值之后应为 &apos;,&apos; 或 &apos;]&apos;。</translation>
    </message>
    <message>
        <source>Expected nothing after the end of the value.</source>
        <translation>值结束之后不应再有内容。</translation>
    </message>
    <message>
        <source>Expected a JSON value.</source>
        <translation>此处应为 JSON 值。</translation>
    </message>
    <message>
        <source>Save the file as UTF-8.</source>
        <translation>请将文件保存为 UTF-8。</translation>
    </message>
    <message>
        <source>The file is larger than %1.</source>
        <translation>文件大于 %1。</translation>
    </message>
    <message>
        <source>The file is UTF-16.</source>
        <translation>文件是 UTF-16 编码。</translation>
    </message>
    <message>
        <source>The byte %1 is not UTF-8.</source>
        <translation>字节 %1 不是有效的 UTF-8。</translation>
    </message>
    <message>
        <source>The byte %1 cannot stand in JSON.</source>
        <translation>字节 %1 不能出现在 JSON 中。</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>文件为空。</translation>
    </message>
    <message>
        <source>A key is longer than %1 bytes.</source>
        <translation>有一个键超过 %1 字节。</translation>
    </message>
    <message>
        <source>The file holds more than %1 values.</source>
        <translation>文件包含的值超过 %1 个。</translation>
    </message>
    <message>
        <source>Objects and arrays are nested more than %1 deep.</source>
        <translation>对象和数组的嵌套超过 %1 层。</translation>
    </message>
    <message>
        <source>The number %1 is out of range.</source>
        <translation>数字 %1 超出范围。</translation>
    </message>
    <message>
        <source>%1 more keys appear more than once.</source>
        <translation>另有 %1 个键重复出现。</translation>
    </message>
    <message>
        <source>The file does not fit in memory.</source>
        <translation>内存不足，无法容纳该文件。</translation>
    </message>
    <message>
        <source>FLOPs of one multiply-add</source>
        <translation>一次乘加的 FLOP 数</translation>
    </message>
    <message>
        <source>Bytes of one weight (%1)</source>
        <translation>单个权重的字节数（%1）</translation>
    </message>
    <message>
        <source>Bytes of one gradient (%1)</source>
        <translation>单个梯度的字节数（%1）</translation>
    </message>
    <message>
        <source>Bytes of one activation (%1)</source>
        <translation>单个激活的字节数（%1）</translation>
    </message>
    <message>
        <source>%1 has %2 bytes per element.</source>
        <translation>%1 每个元素占 %2 字节。</translation>
    </message>
    <message>
        <source>%1 has %2 bytes per element: a factor of %2 that belongs to the array, not to the network.</source>
        <translation>%1 每个元素占 %2 字节：这个因子 %2 属于数组，而不属于网络。</translation>
    </message>
    <message>
        <source>Book, chapter 5, tables of fully sharded data parallelism and tensor parallelism</source>
        <translation>原书第 5 章，全分片数据并行与张量并行的表格</translation>
    </message>
    <message>
        <source>Bytes of %1 of %2 (%3)</source>
        <translation>%2的 %1 字节数（%3）</translation>
    </message>
    <message>
        <source>Time of %1 of %2 (%3)</source>
        <translation>%2的 %1 时间（%3）</translation>
    </message>
    <message>
        <source>Bytes of the collectives of the %1 degree</source>
        <translation>%1并行度的集合通信字节数</translation>
    </message>
    <message>
        <source>This degree sends nothing in the timed pass</source>
        <translation>该并行度在计时阶段不发送任何数据</translation>
    </message>
    <message>
        <source>Arrays inside one group, an AllReduce counted once; how many of these bytes cross a link depends on the collective.</source>
        <translation>按一个组内的数组计，AllReduce 只计一次；其中有多少字节经过链路取决于集合通信的类型。</translation>
    </message>
    <message>
        <source>Collectives of one degree follow one another: their times add.</source>
        <translation>同一并行度的集合通信依次进行：时间相加。</translation>
    </message>
    <message>
        <source>Communication of the %1 degree</source>
        <translation>%1并行度的通信</translation>
    </message>
    <message>
        <source>Book, chapter 3, &quot;Communication primitives&quot;</source>
        <translation>原书第 3 章，“通信原语”</translation>
    </message>
    <message>
        <source>Array of one %1 of %2, %3 (%4)</source>
        <translation>%2的单次 %1 数组，%3（%4）</translation>
    </message>
    <message>
        <source>Bytes of %1 of %2, %3 (%4)</source>
        <translation>%2的 %1 字节数，%3（%4）</translation>
    </message>
    <message>
        <source>Time of one %1 of %2, %3 (%4)</source>
        <translation>%2的单次 %1 时间，%3（%4）</translation>
    </message>
    <message>
        <source>The embedding&apos;s matrix, gathered again because both are tied.</source>
        <translation>嵌入矩阵：因两者绑定，需再次 AllGather。</translation>
    </message>
    <message>
        <source>The matrix is the embedding&apos;s, whose gradient is reduced there; only the norm before it is here.</source>
        <translation>该矩阵就是嵌入矩阵，其梯度在嵌入处归约；这里只有它前面的归一化。</translation>
    </message>
    <message>
        <source>The whole layer</source>
        <translation>整层</translation>
    </message>
    <message>
        <source>An AllReduce is a ReduceScatter and an AllGather</source>
        <translation>一次 AllReduce 等于一次 ReduceScatter 加一次 AllGather</translation>
    </message>
    <message>
        <source>The switches reduce: each link carries the array once.</source>
        <translation>由交换机归约：每条链路只传一遍数组。</translation>
    </message>
    <message>
        <source>The switches reduce, with the measured gain over a ring.</source>
        <translation>由交换机归约，采用相对于环的实测增益。</translation>
    </message>
    <message>
        <source>Here the hops are the larger.</source>
        <translation>这里跳数项更大。</translation>
    </message>
    <message>
        <source>Here the bytes are the larger.</source>
        <translation>这里字节项更大。</translation>
    </message>
    <message>
        <source>Time of %1 of %2, %3 (%4)</source>
        <translation>%2的 %1 时间，%3（%4）</translation>
    </message>
    <message>
        <source>Time of %1</source>
        <translation>%1的时间</translation>
    </message>
    <message>
        <source>FLOPs of %1 on one chip</source>
        <translation>单芯片上%1的 FLOP 数</translation>
    </message>
    <message>
        <source>Book, chapter 4: a backward pass is two forward passes</source>
        <translation>原书第 4 章：一次反向传播相当于两次前向传播</translation>
    </message>
    <message>
        <source>Book, chapter 4, &quot;Global FLOPs and params calculation&quot;, on the shapes of one chip</source>
        <translation>原书第 4 章，“全局 FLOP 与参数量计算”，按单芯片上的形状</translation>
    </message>
    <message>
        <source>Book, chapter 5: a step is bound by arithmetic above the batch at which communication begins to hide</source>
        <translation>原书第 5 章：批量大于通信开始被掩盖的值时，步受计算限制</translation>
    </message>
    <message>
        <source>Batch above which communication hides</source>
        <translation>通信可被掩盖的批量下限</translation>
    </message>
    <message>
        <source>Batch above which the %1 degree&apos;s communication hides</source>
        <translation>%1并行度的通信可被掩盖的批量下限</translation>
    </message>
    <message>
        <source>Critical batch of the fully sharded degree, by the closed form</source>
        <translation>全分片并行度的临界批量（闭式解）</translation>
    </message>
    <message>
        <source>Book, chapter 5, takeaway: B/X &gt; alpha / M_X</source>
        <translation>原书第 5 章，要点：B/X &gt; alpha / M_X</translation>
    </message>
    <message>
        <source>For bf16 matmuls alone, gathered once for each use: attention, recomputation and other dtypes are left out.</source>
        <translation>仅适用于 bf16 矩阵乘，且每次使用只 AllGather 一次：不计注意力、重计算和其他数据类型。</translation>
    </message>
    <message>
        <source>Always, from %1 tokens on: this ratio is at most 1 at every batch up to %2 tokens.</source>
        <translation>始终如此，从 %1 个 token 起：批量在 %2 个 token 以内时，该比值均不超过 1。</translation>
    </message>
    <message>
        <source>Never: this ratio is above 1 even at %1 tokens.</source>
        <translation>永不：即使在 %1 个 token 时，该比值仍大于 1。</translation>
    </message>
    <message>
        <source>The tensor degree&apos;s traffic grows with the batch as compute does: no batch hides it.</source>
        <translation>张量并行度的通信量与计算量一样随批量增长：任何批量都无法掩盖它。</translation>
    </message>
    <message>
        <source>Compute grows with the batch, the traffic of weights does not: this closed form is exact here, and solving on the engine itself gives the same %1 tokens.</source>
        <translation>计算量随批量增长，权重的通信量则不变：此处闭式解是精确的，直接用引擎求解也得到相同的 %1 个 token。</translation>
    </message>
    <message>
        <source>The smallest batch, found by solving on the engine itself, from which compute takes at least as long</source>
        <translation>直接用引擎求解得到的最小批量，从该批量起计算时间不短于通信时间</translation>
    </message>
    <message>
        <source>Compute and the network are not both proportional to the batch or constant, so there is no closed form.</source>
        <translation>计算和网络并非都与批量成正比或为常数，因此没有闭式解。</translation>
    </message>
    <message>
        <source>The book&apos;s closed form for matmuls alone gives %1 tokens.</source>
        <translation>原书仅针对矩阵乘的闭式解给出 %1 个 token。</translation>
    </message>
    <message>
        <source>Book, chapter 5, &quot;Data parallelism&quot; and &quot;Fully sharded data parallelism&quot;</source>
        <translation>原书第 5 章，“数据并行”和“全分片数据并行”</translation>
    </message>
    <message>
        <source>Book, chapter 4, &quot;Rematerialisation&quot;</source>
        <translation>原书第 4 章，“重计算”</translation>
    </message>
    <message>
        <source>Scalescope: counted from the tensors that a step holds</source>
        <translation>Scalescope：按一步中持有的张量统计</translation>
    </message>
    <message>
        <source>Memory of one chip: %1</source>
        <translation>单芯片内存：%1</translation>
    </message>
    <message>
        <source>Memory of one chip</source>
        <translation>单芯片内存</translation>
    </message>
    <message>
        <source>ZeRO stage %1 of the replicas: each keeps a whole copy of this part.</source>
        <translation>副本的 ZeRO 阶段 %1：每个副本都保留这部分的完整拷贝。</translation>
    </message>
    <message>
        <source>ZeRO stage %1 shards this part over the replicas.</source>
        <translation>ZeRO 阶段 %1 将这部分分片到各副本。</translation>
    </message>
    <message>
        <source>Checkpoints kept per layer, in units of tokens x d_model</source>
        <translation>每层保留的检查点，以 token 数 x d_model 为单位</translation>
    </message>
    <message>
        <source>Checkpoints are divided over all chips, those of a tensor group too.</source>
        <translation>检查点分摊到所有芯片，包括张量组内的芯片。</translation>
    </message>
    <message>
        <source>Checkpoints are divided over the data shards alone: each chip of a tensor group keeps them all.</source>
        <translation>检查点只分摊到数据分片：张量组中的每个芯片都保留全部检查点。</translation>
    </message>
    <message>
        <source>Nothing is gathered without a fully sharded degree</source>
        <translation>没有全分片并行度，无需 AllGather</translation>
    </message>
    <message>
        <source>A model without a vocabulary has no logits</source>
        <translation>没有词表的模型没有 logits</translation>
    </message>
    <message>
        <source>Bytes of one logit (fp32)</source>
        <translation>单个 logit 的字节数（fp32）</translation>
    </message>
    <message>
        <source>Nothing is gathered without a tensor degree</source>
        <translation>没有张量并行度，无需 AllGather</translation>
    </message>
    <message>
        <source>The activation that a tensor group gathers, whole.</source>
        <translation>张量组 AllGather 的完整激活。</translation>
    </message>
    <message>
        <source>The plan keeps no fp32 copy of the weights</source>
        <translation>该方案不保留权重的 fp32 副本</translation>
    </message>
    <message>
        <source>The assumptions of the scenario</source>
        <translation>场景的假设</translation>
    </message>
    <message>
        <source>Not counted under these assumptions: %1.</source>
        <translation>在这些假设下未计入：%1。</translation>
    </message>
    <message>
        <source>Bytes of optimizer state per parameter (%1)</source>
        <translation>每个参数的优化器状态字节数（%1）</translation>
    </message>
    <message>
        <source>Bytes of one master weight (fp32)</source>
        <translation>单个主权重的字节数（fp32）</translation>
    </message>
    <message>
        <source>The assumptions leave this part out</source>
        <translation>假设中不计这部分</translation>
    </message>
    <message>
        <source>Book, chapter 4, &quot;Counting transformer parameters&quot;; norms and biases as published</source>
        <translation>原书第 4 章，“统计 Transformer 参数量”；归一化和偏置按公开数据</translation>
    </message>
    <message>
        <source>Book, chapter 4, &quot;Global FLOPs and params calculation&quot;</source>
        <translation>原书第 4 章，“全局 FLOP 与参数量计算”</translation>
    </message>
    <message>
        <source>Book, chapter 4: 6 FLOPs per parameter and token in training, 2 forward</source>
        <translation>原书第 4 章：训练时每参数每 token 6 FLOP，前向为 2</translation>
    </message>
    <message>
        <source>Parameters of the embedding</source>
        <translation>嵌入的参数量</translation>
    </message>
    <message>
        <source>Parameters of the learned positions</source>
        <translation>可学习位置的参数量</translation>
    </message>
    <message>
        <source>Parameters of the attention</source>
        <translation>注意力的参数量</translation>
    </message>
    <message>
        <source>Parameters of the MLPs</source>
        <translation>MLP 的参数量</translation>
    </message>
    <message>
        <source>Parameters of the norms</source>
        <translation>归一化的参数量</translation>
    </message>
    <message>
        <source>Parameters of the unembedding</source>
        <translation>反嵌入的参数量</translation>
    </message>
    <message>
        <source>Keys and values</source>
        <translation>键和值</translation>
    </message>
    <message>
        <source>The final norm</source>
        <translation>最终归一化</translation>
    </message>
    <message>
        <source>A layer norm has a scale and a bias</source>
        <translation>LayerNorm 有一个缩放和一个偏置</translation>
    </message>
    <message>
        <source>The embeddings are tied: one matrix both embeds and unembeds, and is counted once.</source>
        <translation>嵌入已绑定：同一矩阵兼作嵌入和反嵌入，只计一次。</translation>
    </message>
    <message>
        <source>FLOPs of the matmuls per token, forward</source>
        <translation>每 token 的矩阵乘 FLOP 数，前向</translation>
    </message>
    <message>
        <source>FLOPs of scores and values per token, forward</source>
        <translation>每 token 的注意力分数与加权值 FLOP 数，前向</translation>
    </message>
    <message>
        <source>Scores and values</source>
        <translation>分数与加权值</translation>
    </message>
    <message>
        <source>Half of the keys under a causal mask</source>
        <translation>因果掩码下只有一半的键</translation>
    </message>
    <message>
        <source>Forward passes that the timed pass is worth: a backward pass counts two</source>
        <translation>计时阶段折合的前向传播次数：一次反向传播计为两次</translation>
    </message>
    <message>
        <source>Counts every parameter, embeddings included, and no attention over the sequence.</source>
        <translation>计入包括嵌入在内的所有参数，不计序列上的注意力。</translation>
    </message>
    <message>
        <source>Counts the parameters that a matmul uses, and no attention over the sequence.</source>
        <translation>只计矩阵乘用到的参数，不计序列上的注意力。</translation>
    </message>
    <message>
        <source>What the chips carry out, recomputation and replicated work included.</source>
        <translation>芯片实际执行的运算，包括重计算和重复的工作。</translation>
    </message>
    <message>
        <source>Parameters of the model</source>
        <translation>模型参数量</translation>
    </message>
    <message>
        <source>Model FLOPs of the timed pass</source>
        <translation>计时阶段的模型 FLOP 数</translation>
    </message>
    <message>
        <source>Executed FLOPs of the timed pass</source>
        <translation>计时阶段实际执行的 FLOP 数</translation>
    </message>
    <message>
        <source>Book, chapter 12, &quot;How do collectives work on GPUs&quot;</source>
        <translation>原书第 12 章，“GPU 上的集合通信如何工作”</translation>
    </message>
    <message>
        <source>A ring uses both directions of a link</source>
        <translation>环同时使用链路的两个方向</translation>
    </message>
    <message>
        <source>A ring uses both directions of a link: a factor of 2 that belongs to the network, not to the array.</source>
        <translation>环同时使用链路的两个方向：这个因子 2 属于网络，而不属于数组。</translation>
    </message>
    <message>
        <source>A dimension without wraparound is a line: only one direction of its links serves a gather.</source>
        <translation>没有环绕的维度是一条线：AllGather 只能用到其链路的一个方向。</translation>
    </message>
    <message>
        <source>Asymptotic ring terms: (n-1)/n of the array is taken for all of it.</source>
        <translation>环的渐近项：把数组的 (n-1)/n 当作整个数组。</translation>
    </message>
    <message>
        <source>Its own part, which a chip need not receive</source>
        <translation>芯片自己的那部分，无需接收</translation>
    </message>
    <message>
        <source>Axes are counted: the longest dimensions of the torus that together hold the degree, each degree by itself. Here: %1.</source>
        <translation>轴按数量计：取环面上合起来能容纳该并行度的最长维度，各并行度分别计算。此处：%1。</translation>
    </message>
    <message>
        <source>Dimensions that close to a ring</source>
        <translation>闭合成环的维度</translation>
    </message>
    <message>
        <source>Dimensions that are lines</source>
        <translation>呈线形的维度</translation>
    </message>
    <message>
        <source>Axes are placed: the degree has the links of the dimensions where it lies, shared with the degrees inside it.</source>
        <translation>轴按放置计：并行度使用其所在维度的链路，并与其内侧的并行度共享。</translation>
    </message>
    <message>
        <source>The slowest of all sets of its dimensions binds: each must carry what arrives from its members.</source>
        <translation>其维度的所有子集中，最慢者决定带宽：每个子集都必须承载来自其成员的数据。</translation>
    </message>
    <message>
        <source>A slice has the links of all its hosts to the data-centre network.</source>
        <translation>一个切片拥有其所有主机到数据中心网络的链路。</translation>
    </message>
    <message>
        <source>The levels form one tree: the link carries everything that comes from beyond it.</source>
        <translation>各层级构成一棵树：链路承载来自其外部的全部数据。</translation>
    </message>
    <message>
        <source>The whole array</source>
        <translation>整个数组</translation>
    </message>
    <message>
        <source>Each level is a network of its own: (D-1)/D of the array crosses it.</source>
        <translation>每个层级是独立的网络：数组的 (D-1)/D 经过它。</translation>
    </message>
    <message>
        <source>Bandwidth of a gather over the %1 degree in %2</source>
        <translation>%1并行度在 %2 中的 AllGather 带宽</translation>
    </message>
    <message>
        <source>Both ways round a ring</source>
        <translation>环的两个方向</translation>
    </message>
    <message>
        <source>The chip itself</source>
        <translation>芯片自身</translation>
    </message>
    <message>
        <source>Hops add up over dimensions: half of a ring, all of a line.</source>
        <translation>跳数按维度相加：环取一半，线取全长。</translation>
    </message>
    <message>
        <source>The child itself</source>
        <translation>子节点自身</translation>
    </message>
    <message>
        <source>On a fabric a gather takes one hop for every other child of a level.</source>
        <translation>在交换网络上，AllGather 对层级内的其他每个子节点各需一跳。</translation>
    </message>
    <message>
        <source>Up to the switch and down again</source>
        <translation>上行到交换机再下行</translation>
    </message>
    <message>
        <source>Bandwidth of a gather over the %1 degree</source>
        <translation>%1并行度的 AllGather 带宽</translation>
    </message>
    <message>
        <source>A degree of one sends nothing and has no network</source>
        <translation>并行度为 1 时不发送数据，也没有网络</translation>
    </message>
    <message>
        <source>The degree crosses several networks, which work at the same time: the slowest binds.</source>
        <translation>该并行度跨越多个同时工作的网络：最慢者决定带宽。</translation>
    </message>
    <message>
        <source>Time of the hops of a gather over the %1 degree</source>
        <translation>%1并行度的 AllGather 跳时间</translation>
    </message>
    <message>
        <source>Bandwidth of a reduction of the %1 degree in the network</source>
        <translation>%1并行度的网内归约带宽</translation>
    </message>
    <message>
        <source>Time of the hops of a reduction of the %1 degree in the network</source>
        <translation>%1并行度的网内归约跳时间</translation>
    </message>
    <message>
        <source>Gain of a reduction of the %1 degree in the network</source>
        <translation>%1并行度的网内归约增益</translation>
    </message>
    <message>
        <source>Measured: the least of the levels that the group spans.</source>
        <translation>实测值：取该组跨越的各层级中的最小值。</translation>
    </message>
    <message>
        <source>Book, chapter 1: each operand is read or written once</source>
        <translation>原书第 1 章：每个操作数读或写一次</translation>
    </message>
    <message>
        <source>Counted from the optimizer&apos;s update rule</source>
        <translation>按优化器的更新规则统计</translation>
    </message>
    <message>
        <source>Book, chapter 1, &quot;Where does the time go&quot;</source>
        <translation>原书第 1 章，“时间花在哪里”</translation>
    </message>
    <message>
        <source>FLOPs of one %1, %2</source>
        <translation>单次%1的 FLOP 数，%2</translation>
    </message>
    <message>
        <source>HBM traffic of one %1, %2</source>
        <translation>单次%1的 HBM 流量，%2</translation>
    </message>
    <message>
        <source>Gradients of both operands, each another contraction</source>
        <translation>两个操作数的梯度，各为一次缩并</translation>
    </message>
    <message>
        <source>A lookup does no arithmetic</source>
        <translation>查表不做算术运算</translation>
    </message>
    <message>
        <source>FLOPs per element of an activation function</source>
        <translation>激活函数每个元素的 FLOP 数</translation>
    </message>
    <message>
        <source>FLOPs per element of a norm: square, sum and two scalings</source>
        <translation>归一化每个元素的 FLOP 数：平方、求和与两次缩放</translation>
    </message>
    <message>
        <source>The result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Read once and written once</source>
        <translation>读一次、写一次</translation>
    </message>
    <message>
        <source>FLOPs of one parameter&apos;s update</source>
        <translation>更新单个参数的 FLOP 数</translation>
    </message>
    <message>
        <source>The kernel skips what the causal mask hides: half of the keys.</source>
        <translation>内核跳过因果掩码遮住的部分：一半的键。</translation>
    </message>
    <message>
        <source>The full mask is counted: every query meets every key.</source>
        <translation>按完整掩码计：每个查询对应所有键。</translation>
    </message>
    <message>
        <source>A fused kernel: the scores stay on the chip.</source>
        <translation>融合内核：分数留在片上。</translation>
    </message>
    <message>
        <source>Arithmetic intensity of %1, %2</source>
        <translation>%1的算术强度，%2</translation>
    </message>
    <message>
        <source>The chip states no vector rate: the matmul rate stands for it.</source>
        <translation>芯片未给出向量速率：以矩阵乘速率代替。</translation>
    </message>
    <message>
        <source>Drawn, but not counted in the step: the assumptions time matmuls and attention alone.</source>
        <translation>已画出但未计入步时间：假设只对矩阵乘和注意力计时。</translation>
    </message>
    <message>
        <source>FLOPs at peak: the assumptions leave HBM traffic out of the time.</source>
        <translation>按峰值速率计 FLOP：假设的时间中不含 HBM 流量。</translation>
    </message>
    <message>
        <source>Computed again in the backward pass, by the rematerialisation policy.</source>
        <translation>按重计算策略，在反向传播中再次计算。</translation>
    </message>
    <message>
        <source>Time of %1, %2</source>
        <translation>%1的时间，%2</translation>
    </message>
    <message>
        <source>Book, chapter 1, &quot;Arithmetic intensity&quot;</source>
        <translation>原书第 1 章，“算术强度”</translation>
    </message>
    <message>
        <source>Book, chapter 3: the axes of a mesh are laid on the hardware, innermost first</source>
        <translation>原书第 3 章：网格的各轴由内向外布置到硬件上</translation>
    </message>
    <message>
        <source>Book, chapter 12, &quot;How do collectives work on GPUs&quot;, for an axis of any stride</source>
        <translation>原书第 12 章，“GPU 上的集合通信如何工作”，适用于任意步幅的轴</translation>
    </message>
    <message>
        <source>The innermost degree: its chips are neighbours</source>
        <translation>最内侧的并行度：其芯片彼此相邻</translation>
    </message>
    <message>
        <source>Nothing inside it lies in this dimension</source>
        <translation>其内侧没有并行度位于该维度</translation>
    </message>
    <message>
        <source>At least the chip itself</source>
        <translation>至少有芯片自身</translation>
    </message>
    <message>
        <source>Below the innermost switch stand single chips</source>
        <translation>最内层交换机之下是单个芯片</translation>
    </message>
    <message>
        <source>A degree takes what it needs of a dimension, or all that is left of it.</source>
        <translation>并行度从维度中取其所需，不够时取其全部剩余。</translation>
    </message>
    <message>
        <source>That many groups share each link of the dimension.</source>
        <translation>该维度的每条链路由这么多组共享。</translation>
    </message>
    <message>
        <source>Chips from one member of a group (%1) to the next</source>
        <translation>组内（%1）相邻成员之间相隔的芯片数</translation>
    </message>
    <message>
        <source>Chips of the %1 degree along dimension %2</source>
        <translation>%1并行度沿维度 %2 的芯片数</translation>
    </message>
    <message>
        <source>Groups of the %1 degree that share a link of dimension %2</source>
        <translation>%1并行度共享维度 %2 一条链路的组数</translation>
    </message>
    <message>
        <source>Chips below one child of %1</source>
        <translation>%1 的一个子节点之下的芯片数</translation>
    </message>
    <message>
        <source>Chips of a group (%1) below one child of %2</source>
        <translation>一个组（%1）在 %2 的一个子节点之下的芯片数</translation>
    </message>
    <message>
        <source>Groups (%1) that share one child&apos;s link into %2</source>
        <translation>共享一个子节点到 %2 的链路的组数（%1）</translation>
    </message>
    <message>
        <source>Children of %2 that a group (%1) spans</source>
        <translation>一个组（%1）跨越的 %2 子节点数</translation>
    </message>
    <message>
        <source>Book, chapter 6, &quot;How long does training take&quot;</source>
        <translation>原书第 6 章，“训练需要多长时间”</translation>
    </message>
    <message>
        <source>Book, chapter 4: model FLOPs over what the chips could do in the time</source>
        <translation>原书第 4 章：模型 FLOP 数除以芯片在该时间内可完成的 FLOP 数</translation>
    </message>
    <message>
        <source>The hardware of the scenario</source>
        <translation>场景的硬件</translation>
    </message>
    <message>
        <source>Hardware FLOPs utilisation</source>
        <translation>硬件 FLOP 利用率</translation>
    </message>
    <message>
        <source>Model FLOPs utilisation</source>
        <translation>模型 FLOP 利用率</translation>
    </message>
    <message>
        <source>The convention counts 6 FLOPs per parameter and token, embeddings included, attention left out.</source>
        <translation>该约定按每参数每 token 6 FLOP 计，含嵌入，不含注意力。</translation>
    </message>
    <message>
        <source>The convention counts 6 FLOPs per parameter of a matmul and token, embeddings and attention left out.</source>
        <translation>该约定按矩阵乘的每参数每 token 6 FLOP 计，不含嵌入和注意力。</translation>
    </message>
    <message>
        <source>The convention counts matmuls and attention under the full mask.</source>
        <translation>该约定计入矩阵乘和完整掩码下的注意力。</translation>
    </message>
    <message>
        <source>The convention counts matmuls and half of the full attention, as a causal mask needs.</source>
        <translation>该约定计入矩阵乘和完整注意力的一半，即因果掩码所需的部分。</translation>
    </message>
    <message>
        <source>The convention counts FLOPs that are not executed, so this may exceed 100 %.</source>
        <translation>该约定会计入未实际执行的 FLOP，因此可能超过 100 %。</translation>
    </message>
    <message>
        <source>A chip without networks</source>
        <translation>没有网络的芯片</translation>
    </message>
    <message>
        <source>Peaks are dense rates, never those of sparse matrices.</source>
        <translation>峰值均为稠密速率，不采用稀疏矩阵的速率。</translation>
    </message>
    <message>
        <source>The chip has no rate for %1: its operands are upcast, and the rate of %2 is used.</source>
        <translation>芯片没有 %1 的速率：操作数会向上转换，并采用 %2 的速率。</translation>
    </message>
    <message>
        <source>Intensity at which HBM no longer binds</source>
        <translation>HBM 不再成为限制的强度</translation>
    </message>
    <message>
        <source>Duration of the run</source>
        <translation>训练时长</translation>
    </message>
    <message>
        <source>Chip-hours of the run</source>
        <translation>训练的芯片小时数</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Every step takes the expected time; no stops, no restarts.</source>
        <translation>每步都用预期时间；没有中断，没有重启。</translation>
    </message>
    <message>
        <source>Days of the run</source>
        <translation>训练天数</translation>
    </message>
    <message>
        <source>Seconds of a day</source>
        <translation>一天的秒数</translation>
    </message>
    <message>
        <source>Seconds of an hour</source>
        <translation>一小时的秒数</translation>
    </message>
    <message>
        <source>Cost of the run</source>
        <translation>训练成本</translation>
    </message>
    <message>
        <source>The price per chip and hour, for the whole run; nothing else is counted.</source>
        <translation>每芯片每小时的价格乘以整个训练；不计其他费用。</translation>
    </message>
    <message>
        <source>Energy of the run</source>
        <translation>训练能耗</translation>
    </message>
    <message>
        <source>Chips</source>
        <translation>芯片数</translation>
    </message>
    <message>
        <source>Peak rate of one chip (%1)</source>
        <translation>单芯片峰值速率（%1）</translation>
    </message>
    <message>
        <source>Book, chapter 5, &quot;Combining FSDP and tensor parallelism&quot;</source>
        <translation>原书第 5 章，“结合 FSDP 与张量并行”</translation>
    </message>
    <message>
        <source>Step time, fully overlapped</source>
        <translation>步时间，完全重叠</translation>
    </message>
    <message>
        <source>Step time, nothing overlapped</source>
        <translation>步时间，完全不重叠</translation>
    </message>
    <message>
        <source>Networks overlap: different degrees send at the same time, and the longest counts.</source>
        <translation>网络重叠：不同并行度同时发送，以最长者计。</translation>
    </message>
    <message>
        <source>Networks add: the degrees take turns.</source>
        <translation>网络相加：各并行度轮流发送。</translation>
    </message>
    <message>
        <source>As placed: degrees that share a dimension of the torus or a level of the fabric take turns, others overlap.</source>
        <translation>按放置：共享环面同一维度或交换网络同一层级的并行度轮流发送，其余重叠。</translation>
    </message>
    <message>
        <source>No degree has more than one chip: nothing is sent</source>
        <translation>没有并行度超过一个芯片：不发送任何数据</translation>
    </message>
    <message>
        <source>Every operation counts, each the longer of its arithmetic and its HBM traffic.</source>
        <translation>计入所有操作，每个取算术时间和 HBM 流量时间中较长者。</translation>
    </message>
    <message>
        <source>Matmuls and attention count, at the peak rate; other work is drawn, not timed.</source>
        <translation>只计矩阵乘和注意力，按峰值速率；其他工作只画出，不计时。</translation>
    </message>
    <message>
        <source>All of it</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>All communication may hide under compute, so the expected time is the lower one.</source>
        <translation>所有通信都可被计算掩盖，因此预期时间取下界。</translation>
    </message>
    <message>
        <source>A fraction of each degree&apos;s traffic may hide under compute; the rest is added.</source>
        <translation>各并行度的通信有一部分可被计算掩盖；其余相加。</translation>
    </message>
    <message>
        <source>Compute and communication overlap fully: the longer counts.</source>
        <translation>计算与通信完全重叠：以较长者计。</translation>
    </message>
    <message>
        <source>Nothing overlaps: compute and all communication add.</source>
        <translation>完全不重叠：计算与所有通信相加。</translation>
    </message>
    <message>
        <source>Compute time of operations that wait for HBM</source>
        <translation>等待 HBM 的操作的计算时间</translation>
    </message>
    <message>
        <source>No timed operation waits for HBM</source>
        <translation>没有计时的操作在等待 HBM</translation>
    </message>
    <message>
        <source>Bound by %1</source>
        <translation>受%1限制</translation>
    </message>
    <message>
        <source>What takes longest when everything overlaps binds the step; a tie counts as compute.</source>
        <translation>完全重叠时，耗时最长者限制该步；相等时算作计算。</translation>
    </message>
    <message>
        <source>More than half of the compute time is spent in operations that wait for HBM.</source>
        <translation>超过一半的计算时间花在等待 HBM 的操作上。</translation>
    </message>
    <message>
        <source>Of the network&apos;s time, the %1 degree takes most.</source>
        <translation>在网络时间中，%1并行度占比最大。</translation>
    </message>
    <message>
        <source>Compute time of a step</source>
        <translation>一步的计算时间</translation>
    </message>
    <message>
        <source>Network time of a step</source>
        <translation>一步的网络时间</translation>
    </message>
    <message>
        <source>Step time, expected</source>
        <translation>步时间，预期</translation>
    </message>
    <message>
        <source>Book, chapter 4, &quot;Counting transformer parameters&quot;, divided as chapter 5, &quot;Tensor parallelism&quot;, does</source>
        <translation>原书第 4 章，“统计 Transformer 参数量”，按第 5 章“张量并行”的方式切分</translation>
    </message>
    <message>
        <source>At least one KV head on each chip</source>
        <translation>每个芯片至少一个 KV 头</translation>
    </message>
    <message>
        <source>Matrices into a %1 MLP</source>
        <translation>%1 MLP 的输入矩阵数</translation>
    </message>
    <message>
        <source>The bias, one more row</source>
        <translation>偏置，多一行</translation>
    </message>
    <message>
        <source>The norm before the attention, counted there</source>
        <translation>注意力前的归一化，在那里计入</translation>
    </message>
    <message>
        <source>The tensor degree divides heads, MLP width and vocabulary; norms are replicated.</source>
        <translation>张量并行度切分注意力头、MLP 宽度和词表；归一化则复制。</translation>
    </message>
    <message>
        <source>There are fewer KV heads than chips in a tensor group: they are replicated, and the copies are counted.</source>
        <translation>KV 头数少于张量组的芯片数：KV 头会被复制，副本也计入。</translation>
    </message>
    <message>
        <source>Weights of one %1 on a chip</source>
        <translation>单个芯片上一个%1的权重</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>FSDP</source>
        <translation>FSDP</translation>
    </message>
    <message>
        <source>data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>recomputed</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>attention norm</source>
        <translation>注意力归一化</translation>
    </message>
    <message>
        <source>QKV</source>
        <translation>QKV</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>out proj</source>
        <translation>输出投影</translation>
    </message>
    <message>
        <source>MLP norm</source>
        <translation>MLP 归一化</translation>
    </message>
    <message>
        <source>MLP in</source>
        <translation>MLP 输入</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>激活函数</translation>
    </message>
    <message>
        <source>MLP out</source>
        <translation>MLP 输出</translation>
    </message>
    <message>
        <source>final norm</source>
        <translation>最终归一化</translation>
    </message>
    <message>
        <source>unembedding</source>
        <translation>解嵌入</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>master weights</source>
        <translation>主权重</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>gathered weights</source>
        <translation>聚集的权重</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>logits</translation>
    </message>
    <message>
        <source>buffers</source>
        <translation>缓冲区</translation>
    </message>
    <message>
        <source>reserve</source>
        <translation>预留</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>其中</translation>
    </message>
    <message>
        <source>Assumptions</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>Formula: %1</source>
        <translation>公式出处：%1</translation>
    </message>
    <message>
        <source>Figures: %1</source>
        <translation>数据出处：%1</translation>
    </message>
    <message>
        <source>Networks</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>How the times of different degrees combine: they overlap, add, or add where they share links.</source>
        <translation>不同并行度的时间如何合并：重叠、相加，或在共享链路处相加。</translation>
    </message>
    <message>
        <source>Torus axes of a degree</source>
        <translation>并行度的环面轴</translation>
    </message>
    <message>
        <source>Counted: the longest dimensions that hold the degree, each degree by itself. Placed: where the mesh lies, sharing links with the degrees inside it.</source>
        <translation>计数：取能容纳该并行度的最长维度，各并行度独立计算。放置：按网格的实际位置，与其内层的并行度共享链路。</translation>
    </message>
    <message>
        <source>Ring terms</source>
        <translation>环项</translation>
    </message>
    <message>
        <source>Exact: (n-1)/n of the array. Asymptotic: all of it, on rings and over the data-centre network.</source>
        <translation>精确：取数组的 (n-1)/n。渐近：在环上和数据中心网络上取整个数组。</translation>
    </message>
    <message>
        <source>Fabric levels</source>
        <translation>交换网络层级</translation>
    </message>
    <message>
        <source>Levels as separate networks, or one tree whose links carry all that passes.</source>
        <translation>各层级视为独立的网络，或视为一棵树，其链路承载所有经过的流量。</translation>
    </message>
    <message>
        <source>Reduction in the network</source>
        <translation>网内归约</translation>
    </message>
    <message>
        <source>Whether switches that can reduce do, with the measured or the theoretical gain.</source>
        <translation>能做归约的交换机是否进行归约，增益取实测值或理论值。</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>A floor under a collective&apos;s time, or added to it with a start-up time.</source>
        <translation>作为集合通信时间的下限，或连同启动时间一起加到其上。</translation>
    </message>
    <message>
        <source>Start-up</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Time to start a collective, where latency is added.</source>
        <translation>延迟按相加计算时，启动一次集合通信的时间。</translation>
    </message>
    <message>
        <source>Assume wraparound</source>
        <translation>假定环绕</translation>
    </message>
    <message>
        <source>Every torus dimension counts as a ring, as some worked numbers assume.</source>
        <translation>每个环面维度都按环计算，一些算例的数字即如此假定。</translation>
    </message>
    <message>
        <source>Timed work</source>
        <translation>计时内容</translation>
    </message>
    <message>
        <source>Matmul and attention FLOPs at peak, or every operation with its HBM traffic.</source>
        <translation>按峰值计算矩阵乘和注意力的 FLOP，或计入所有操作及其 HBM 流量。</translation>
    </message>
    <message>
        <source>Attention FLOPs</source>
        <translation>注意力 FLOP</translation>
    </message>
    <message>
        <source>The full mask, or the causal one with a kernel that skips what it hides.</source>
        <translation>完整掩码，或因果掩码且内核跳过被遮蔽的部分。</translation>
    </message>
    <message>
        <source>Share the tensor gather</source>
        <translation>共用张量聚集</translation>
    </message>
    <message>
        <source>The gathered input of a tensor-parallel matmul serves its backward pass too.</source>
        <translation>张量并行矩阵乘聚集的输入也供其反向传播使用。</translation>
    </message>
    <message>
        <source>Checkpoints divided over</source>
        <translation>检查点切分范围</translation>
    </message>
    <message>
        <source>All chips, or the data shards alone.</source>
        <translation>所有芯片，或仅数据分片。</translation>
    </message>
    <message>
        <source>Count gradients</source>
        <translation>计入梯度</translation>
    </message>
    <message>
        <source>Whether gradients are counted in memory.</source>
        <translation>内存中是否计入梯度。</translation>
    </message>
    <message>
        <source>Count buffers</source>
        <translation>计入缓冲区</translation>
    </message>
    <message>
        <source>Memory reserve</source>
        <translation>内存预留</translation>
    </message>
    <message>
        <source>Memory of each chip that the runtime keeps.</source>
        <translation>每个芯片上由运行时占用的内存。</translation>
    </message>
    <message>
        <source>Matmul efficiency</source>
        <translation>矩阵乘效率</translation>
    </message>
    <message>
        <source>Fraction of the peak rate that matmuls reach.</source>
        <translation>矩阵乘达到峰值速率的比例。</translation>
    </message>
    <message>
        <source>Network efficiency</source>
        <translation>网络效率</translation>
    </message>
    <message>
        <source>Fraction of a link&apos;s bandwidth that collectives reach.</source>
        <translation>集合通信达到链路带宽的比例。</translation>
    </message>
    <message>
        <source>Tensor traffic hidden</source>
        <translation>张量流量隐藏</translation>
    </message>
    <message>
        <source>Fraction of tensor traffic that may hide under compute, in the expected time.</source>
        <translation>计算预期时间时，张量流量中可隐藏在计算之下的比例。</translation>
    </message>
    <message>
        <source>Fully sharded traffic hidden</source>
        <translation>全分片流量隐藏</translation>
    </message>
    <message>
        <source>Fraction of weight gathers and gradient scatters that may hide under compute.</source>
        <translation>权重聚集和梯度散播中可隐藏在计算之下的比例。</translation>
    </message>
    <message>
        <source>Data traffic hidden</source>
        <translation>数据流量隐藏</translation>
    </message>
    <message>
        <source>Fraction of the replicas&apos; gradient reduction that may hide under compute.</source>
        <translation>副本梯度归约中可隐藏在计算之下的比例。</translation>
    </message>
    <message>
        <source>MFU counts</source>
        <translation>MFU 计入</translation>
    </message>
    <message>
        <source>Whose FLOPs the utilisation counts: 6 per parameter and token, with or without embeddings, or matmuls with attention under a full or a causal mask.</source>
        <translation>利用率按哪种 FLOP 计：每参数每 token 6 FLOP（含或不含嵌入），或矩阵乘加上完整或因果掩码下的注意力。</translation>
    </message>
    <message>
        <source>host link</source>
        <translation>主机链路</translation>
    </message>
    <message>
        <source>Peak rate</source>
        <translation>峰值速率</translation>
    </message>
    <message>
        <source>Dense matmul rate of this dtype, never the sparse figure.</source>
        <translation>该数据类型的稠密矩阵乘速率，绝不用稀疏数值。</translation>
    </message>
    <message>
        <source>Vector rate</source>
        <translation>向量速率</translation>
    </message>
    <message>
        <source>Elementwise rate in fp32.</source>
        <translation>fp32 逐元素运算速率。</translation>
    </message>
    <message>
        <source>HBM capacity</source>
        <translation>HBM 容量</translation>
    </message>
    <message>
        <source>Memory of one chip; a plan that needs more is infeasible.</source>
        <translation>单个芯片的内存；需求超过它的方案不可行。</translation>
    </message>
    <message>
        <source>HBM bandwidth</source>
        <translation>HBM 带宽</translation>
    </message>
    <message>
        <source>Bytes per second between HBM and the chip.</source>
        <translation>HBM 与芯片之间每秒传输的字节数。</translation>
    </message>
    <message>
        <source>On-chip memory</source>
        <translation>片上内存</translation>
    </message>
    <message>
        <source>VMEM of a TPU, L2 and shared memory of a GPU.</source>
        <translation>TPU 的 VMEM，GPU 的 L2 和共享内存。</translation>
    </message>
    <message>
        <source>On-chip bandwidth</source>
        <translation>片上带宽</translation>
    </message>
    <message>
        <source>Bytes per second between on-chip memory and the arithmetic units.</source>
        <translation>片上内存与运算单元之间每秒传输的字节数。</translation>
    </message>
    <message>
        <source>Host link</source>
        <translation>主机链路</translation>
    </message>
    <message>
        <source>PCIe or chip-to-chip link to the host, one way, per chip.</source>
        <translation>到主机的 PCIe 或芯片间链路，单向，按每个芯片计。</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>Dollars per chip and hour.</source>
        <translation>每芯片每小时的美元价格。</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功耗</translation>
    </message>
    <message>
        <source>Power of one chip.</source>
        <translation>单个芯片的功耗。</translation>
    </message>
    <message>
        <source>Chips of the cluster. Growing or shrinking takes the next size that can be built: a fabric fills from the inside, a torus takes a slice as cubic as can be.</source>
        <translation>集群的芯片数。增减时取下一个可构建的规模：交换网络由内向外填充，环面取尽量接近立方体的切片。</translation>
    </message>
    <message>
        <source>Time per hop</source>
        <translation>每跳时间</translation>
    </message>
    <message>
        <source>Time of one hop, whatever the size.</source>
        <translation>一跳的时间，与数据大小无关。</translation>
    </message>
    <message>
        <source>Slice dimension</source>
        <translation>切片维度</translation>
    </message>
    <message>
        <source>Chips along this dimension of the torus.</source>
        <translation>环面在该维度上的芯片数。</translation>
    </message>
    <message>
        <source>Largest slice dimension</source>
        <translation>最大切片维度</translation>
    </message>
    <message>
        <source>Chips along this dimension of the largest slice that can be built.</source>
        <translation>可构建的最大切片在该维度上的芯片数。</translation>
    </message>
    <message>
        <source>Torus link, one way</source>
        <translation>环面链路（单向）</translation>
    </message>
    <message>
        <source>Bytes per second of one link in one direction; a ring uses both.</source>
        <translation>单条链路单向每秒传输的字节数；环同时使用两个方向。</translation>
    </message>
    <message>
        <source>Wraparound</source>
        <translation>环绕</translation>
    </message>
    <message>
        <source>When a dimension closes to a ring: slices of whole 4x4x4 cubes, dimensions of 16, always or never.</source>
        <translation>维度何时闭合成环：由完整的 4x4x4 立方体组成的切片、大小为 16 的维度、总是或从不。</translation>
    </message>
    <message>
        <source>Degree of the level</source>
        <translation>层级度数</translation>
    </message>
    <message>
        <source>Children under each switch of this level of the fabric.</source>
        <translation>交换网络该层级每个交换机下的子节点数。</translation>
    </message>
    <message>
        <source>Largest degree</source>
        <translation>最大度数</translation>
    </message>
    <message>
        <source>Children of this level when it is full; the outermost level may grow past it.</source>
        <translation>该层级满配时的子节点数；最外层可超过此值。</translation>
    </message>
    <message>
        <source>Fabric link, one way</source>
        <translation>交换网络链路（单向）</translation>
    </message>
    <message>
        <source>Bytes per second of one child&apos;s link into this level, one direction.</source>
        <translation>单个子节点接入该层级的链路单向每秒传输的字节数。</translation>
    </message>
    <message>
        <source>Reduces in the network</source>
        <translation>支持网内归约</translation>
    </message>
    <message>
        <source>Whether the switches of this level can reduce.</source>
        <translation>该层级的交换机能否做归约。</translation>
    </message>
    <message>
        <source>Gain of that reduction</source>
        <translation>网内归约增益</translation>
    </message>
    <message>
        <source>Measured speed of an AllReduce in the network over one by a ring.</source>
        <translation>网内 AllReduce 相对于环形 AllReduce 的实测加速。</translation>
    </message>
    <message>
        <source>Slices</source>
        <translation>切片数</translation>
    </message>
    <message>
        <source>Slices joined over the data-centre network.</source>
        <translation>通过数据中心网络连接的切片数。</translation>
    </message>
    <message>
        <source>Data-centre link of a host</source>
        <translation>主机的数据中心链路</translation>
    </message>
    <message>
        <source>Bytes per second of one host, one direction.</source>
        <translation>单个主机单向每秒传输的字节数。</translation>
    </message>
    <message>
        <source>Chips per host</source>
        <translation>每主机芯片数</translation>
    </message>
    <message>
        <source>Chips that share a host&apos;s link.</source>
        <translation>共享一个主机链路的芯片数。</translation>
    </message>
    <message>
        <source>Model size</source>
        <translation>模型规模</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Number of layers.</source>
        <translation>层的数量。</translation>
    </message>
    <message>
        <source>Model width</source>
        <translation>模型宽度</translation>
    </message>
    <message>
        <source>Width of the residual stream, d_model.</source>
        <translation>残差流的宽度，d_model。</translation>
    </message>
    <message>
        <source>MLP width</source>
        <translation>MLP 宽度</translation>
    </message>
    <message>
        <source>MLP kind</source>
        <translation>MLP 类型</translation>
    </message>
    <message>
        <source>MLP biases</source>
        <translation>MLP 偏置</translation>
    </message>
    <message>
        <source>Whether the MLP&apos;s matrices have biases.</source>
        <translation>MLP 的矩阵是否带偏置。</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Query heads</source>
        <translation>查询头数</translation>
    </message>
    <message>
        <source>KV heads</source>
        <translation>KV 头数</translation>
    </message>
    <message>
        <source>Head dimension</source>
        <translation>头维度</translation>
    </message>
    <message>
        <source>QKV biases</source>
        <translation>QKV 偏置</translation>
    </message>
    <message>
        <source>Whether query, key and value projections have biases.</source>
        <translation>查询、键和值投影是否带偏置。</translation>
    </message>
    <message>
        <source>Output bias</source>
        <translation>输出偏置</translation>
    </message>
    <message>
        <source>Whether the attention&apos;s output projection has a bias.</source>
        <translation>注意力的输出投影是否带偏置。</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>Entries of the vocabulary; 0 for a model without embeddings.</source>
        <translation>词表的条目数；无嵌入的模型为 0。</translation>
    </message>
    <message>
        <source>Tied embeddings</source>
        <translation>共享嵌入</translation>
    </message>
    <message>
        <source>Whether one matrix both embeds and unembeds.</source>
        <translation>嵌入和解嵌入是否共用同一矩阵。</translation>
    </message>
    <message>
        <source>Learned positions</source>
        <translation>可学习位置</translation>
    </message>
    <message>
        <source>Entries of the learned position embedding; 0 for none.</source>
        <translation>可学习位置嵌入的条目数；0 表示无。</translation>
    </message>
    <message>
        <source>Norm kind</source>
        <translation>归一化类型</translation>
    </message>
    <message>
        <source>Norms per layer</source>
        <translation>每层归一化数</translation>
    </message>
    <message>
        <source>Norms of width d_model in a layer; replicated, whatever the tensor degree.</source>
        <translation>一层中宽度为 d_model 的归一化数量；无论张量并行度多大都会复制。</translation>
    </message>
    <message>
        <source>Final norm</source>
        <translation>最终归一化</translation>
    </message>
    <message>
        <source>Whether a norm stands before the unembedding.</source>
        <translation>解嵌入之前是否有归一化。</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>系列</translation>
    </message>
    <message>
        <source>The family that the model size steps through.</source>
        <translation>调节模型规模时所用的模型系列。</translation>
    </message>
    <message>
        <source>%1 cannot be unknown.</source>
        <translation>%1 不能为未知。</translation>
    </message>
    <message>
        <source>%1 must be a finite number.</source>
        <translation>%1 必须是有限的数。</translation>
    </message>
    <message>
        <source>%1 must be one of: %2.</source>
        <translation>%1 必须是以下之一：%2。</translation>
    </message>
    <message>
        <source>%1 = %2 is out of range: it must be between %3 and %4.</source>
        <translation>%1 = %2 超出范围：必须在 %3 和 %4 之间。</translation>
    </message>
    <message>
        <source>Nearest: %5.</source>
        <translation>最接近的值：%5。</translation>
    </message>
    <message>
        <source>%1 = %2 must be a whole number.</source>
        <translation>%1 = %2 必须是整数。</translation>
    </message>
    <message>
        <source>Nearest: %3 or %4.</source>
        <translation>最接近的值：%3 或 %4。</translation>
    </message>
    <message>
        <source>There is no parameter &apos;%1&apos;.</source>
        <translation>没有参数“%1”。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; could be more than one parameter.</source>
        <translation>“%1”可能指多个参数。</translation>
    </message>
    <message>
        <source>Write it in full, for example &apos;%2&apos;.</source>
        <translation>请写全称，例如“%2”。</translation>
    </message>
    <message>
        <source>Did you mean &apos;%2&apos;?</source>
        <translation>是否想输入“%2”？</translation>
    </message>
    <message>
        <source>&apos;scalescope params&apos; lists them.</source>
        <translation>运行“scalescope params”可列出全部参数。</translation>
    </message>
    <message>
        <source>The cluster would have %1 chips; at most %2 are taken.</source>
        <translation>集群将有 %1 个芯片；最多允许 %2 个。</translation>
    </message>
    <message>
        <source>%1 cannot be &apos;%2&apos;: it is one of %3.</source>
        <translation>%1 不能为“%2”：须是 %3 之一。</translation>
    </message>
    <message>
        <source>Did you mean &apos;%4&apos;?</source>
        <translation>是否想输入“%4”？</translation>
    </message>
    <message>
        <source>%1 cannot be &apos;%2&apos;: it is a number.</source>
        <translation>%1 不能为“%2”：须是数字。</translation>
    </message>
    <message>
        <source>Write it like 4096, 3.35T, 80Gi or 1e12.</source>
        <translation>请写成 4096、3.35T、80Gi 或 1e12 这样的形式。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not an assignment.</source>
        <translation>“%1”不是赋值。</translation>
    </message>
    <message>
        <source>Write it like batch=4M.</source>
        <translation>请写成 batch=4M 这样的形式。</translation>
    </message>
    <message>
        <source>Fully sharded</source>
        <translation>全分片</translation>
    </message>
    <message>
        <source>Chips over which batch, weights, gradients and optimizer are sharded; weights are gathered when used.</source>
        <translation>切分批量、权重、梯度和优化器的芯片数；权重在使用时聚集。</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Chips that split heads, MLP width and vocabulary, and gather and scatter activations.</source>
        <translation>切分注意力头、MLP 宽度和词表，并对激活做聚集和散播的芯片数。</translation>
    </message>
    <message>
        <source>Data replicas</source>
        <translation>数据副本</translation>
    </message>
    <message>
        <source>Replicas of the weights, each with its share of the batch; gradients are reduced once per step.</source>
        <translation>权重的副本数，每个副本处理一部分批量；梯度每步归约一次。</translation>
    </message>
    <message>
        <source>Order on the hardware</source>
        <translation>硬件上的顺序</translation>
    </message>
    <message>
        <source>ZeRO stage of the replicas</source>
        <translation>副本的 ZeRO 阶段</translation>
    </message>
    <message>
        <source>Rematerialisation</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>What of a layer is kept for the backward pass; the rest is computed again.</source>
        <translation>为反向传播保留一层中的哪些内容；其余重新计算。</translation>
    </message>
    <message>
        <source>Checkpoints per layer</source>
        <translation>每层检查点</translation>
    </message>
    <message>
        <source>Activations kept per layer, in units of tokens x d_model; custom policy.</source>
        <translation>每层保留的激活，以 tokens x d_model 为单位；用于自定义策略。</translation>
    </message>
    <message>
        <source>Recomputed fraction</source>
        <translation>重计算比例</translation>
    </message>
    <message>
        <source>Fraction of a layer&apos;s forward pass that the backward pass repeats; custom policy.</source>
        <translation>反向传播重复一层前向传播的比例；用于自定义策略。</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Master weights</source>
        <translation>主权重</translation>
    </message>
    <message>
        <source>Whether an fp32 copy of the weights is kept.</source>
        <translation>是否保留一份 fp32 权重副本。</translation>
    </message>
    <message>
        <source>Weight dtype</source>
        <translation>权重数据类型</translation>
    </message>
    <message>
        <source>Dtype in which weights are kept and gathered.</source>
        <translation>保存和聚集权重所用的数据类型。</translation>
    </message>
    <message>
        <source>Gradient dtype</source>
        <translation>梯度数据类型</translation>
    </message>
    <message>
        <source>Dtype in which gradients are kept and reduced.</source>
        <translation>保存和归约梯度所用的数据类型。</translation>
    </message>
    <message>
        <source>Compute dtype</source>
        <translation>计算数据类型</translation>
    </message>
    <message>
        <source>Dtype whose peak rate the matmuls run at.</source>
        <translation>矩阵乘按其峰值速率运行的数据类型。</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批量</translation>
    </message>
    <message>
        <source>Tokens of one step, over all chips.</source>
        <translation>所有芯片一步处理的 token 总数。</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>token</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>Tokens of one sequence: the keys that each query meets.</source>
        <translation>一个序列的 token 数，即每个查询遇到的键数。</translation>
    </message>
    <message>
        <source>Timed pass</source>
        <translation>计时范围</translation>
    </message>
    <message>
        <source>Which pass is timed: forward, backward or the whole step.</source>
        <translation>对哪部分计时：前向、反向或整步。</translation>
    </message>
    <message>
        <source>Tokens of the run</source>
        <translation>训练总 token 数</translation>
    </message>
    <message>
        <source>Tokens on which the model is trained in all.</source>
        <translation>训练模型所用的 token 总数。</translation>
    </message>
    <message>
        <source>There is no preset &apos;%1&apos;.</source>
        <translation>没有预设“%1”。</translation>
    </message>
    <message>
        <source>&apos;scalescope presets&apos; lists them.</source>
        <translation>运行“scalescope presets”可列出全部预设。</translation>
    </message>
    <message>
        <source>There is already a preset &apos;%1&apos;.</source>
        <translation>已有预设“%1”。</translation>
    </message>
    <message>
        <source>Expected %1, found %2.</source>
        <translation>应为 %1，实际为 %2。</translation>
    </message>
    <message>
        <source>Unknown key &apos;%1&apos;.</source>
        <translation>未知的键“%1”。</translation>
    </message>
    <message>
        <source>The text is longer than %1 bytes.</source>
        <translation>文本超过 %1 字节。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is missing.</source>
        <translation>缺少“%1”。</translation>
    </message>
    <message>
        <source>The list is longer than the scenario has room for.</source>
        <translation>列表超过场景可容纳的长度。</translation>
    </message>
    <message>
        <source>A torus has 1 to %1 dimensions, not %2.</source>
        <translation>环面有 1 到 %1 个维度，不能是 %2 个。</translation>
    </message>
    <message>
        <source>A cluster has at most %1 networks.</source>
        <translation>一个集群最多有 %1 个网络。</translation>
    </message>
    <message>
        <source>A network of kind &apos;%1&apos; cannot stand here.</source>
        <translation>“%1”类型的网络不能放在此处。</translation>
    </message>
    <message>
        <source>There is no network of kind &apos;%1&apos;.</source>
        <translation>没有“%1”类型的网络。</translation>
    </message>
    <message>
        <source>Networks are &apos;fabric&apos; levels, or one &apos;torus&apos; with at most one &apos;data_centre&apos; over it.</source>
        <translation>网络可以是若干“fabric”层级，或一个“torus”，其上最多再有一个“data_centre”。</translation>
    </message>
    <message>
        <source>A scenario file begins with {&quot;scalescope&quot;: 1, ...}.</source>
        <translation>场景文件以 {&quot;scalescope&quot;: 1, ...} 开头。</translation>
    </message>
    <message>
        <source>Version %1 of scenario files is not known; this program reads 1.</source>
        <translation>场景文件版本 %1 未知；本程序读取版本 1。</translation>
    </message>
    <message>
        <source>There is no set of assumptions &apos;%1&apos;.</source>
        <translation>没有假设集“%1”。</translation>
    </message>
    <message>
        <source>The chip states no peak for %1 or a wider dtype, so no time can be given.</source>
        <translation>芯片未给出 %1 或更宽数据类型的峰值，因此无法给出时间。</translation>
    </message>
    <message>
        <source>Enter its dense FLOP/s, or choose another compute dtype.</source>
        <translation>请输入其稠密 FLOP/s，或选择其他计算数据类型。</translation>
    </message>
    <message>
        <source>The chip has no %1 rate: operands are upcast and multiplied at the %2 rate.</source>
        <translation>芯片没有 %1 速率：操作数会上转换，并按 %2 速率相乘。</translation>
    </message>
    <message>
        <source>The chip&apos;s HBM bandwidth is unknown, so operations cannot be timed.</source>
        <translation>芯片的 HBM 带宽未知，因此无法对操作计时。</translation>
    </message>
    <message>
        <source>Enter it, or time matmuls only.</source>
        <translation>请输入该值，或仅对矩阵乘计时。</translation>
    </message>
    <message>
        <source>%1 KV heads do not divide %2 query heads.</source>
        <translation>%1 个 KV 头不能整除 %2 个查询头。</translation>
    </message>
    <message>
        <source>Nearest that does: %3.</source>
        <translation>最接近的可整除值：%3。</translation>
    </message>
    <message>
        <source>Tensor degree %1 does not divide d_ff = %2.</source>
        <translation>张量并行度 %1 不能整除 d_ff = %2。</translation>
    </message>
    <message>
        <source>Tensor degree %1 does not divide the %2 query heads.</source>
        <translation>张量并行度 %1 不能整除 %2 个查询头。</translation>
    </message>
    <message>
        <source>Tensor degree %1 neither divides the %2 KV heads nor is a multiple of them.</source>
        <translation>张量并行度 %1 既不能整除 %2 个 KV 头，也不是其倍数。</translation>
    </message>
    <message>
        <source>Nearest that works: %3.</source>
        <translation>最接近的可用值：%3。</translation>
    </message>
    <message>
        <source>Axis %1 of size %2 does not fit what is left (%4) of a torus dimension of %3.</source>
        <translation>轴 %1（大小 %2）放不进大小为 %3 的环面维度的剩余部分（%4）。</translation>
    </message>
    <message>
        <source>Axis %1 of size %2 straddles the level &apos;%3&apos; (room for %4).</source>
        <translation>轴 %1（大小 %2）跨越了层级“%3”的边界（可容纳 %4）。</translation>
    </message>
    <message>
        <source>Nearest sizes that can be laid: %5.</source>
        <translation>最接近的可布置大小：%5。</translation>
    </message>
    <message>
        <source>Memory per chip is %1, but the chip has %2: %3 too much.</source>
        <translation>每芯片需要内存 %1，但芯片只有 %2：超出 %3。</translation>
    </message>
    <message>
        <source>Block rematerialisation would make it fit.</source>
        <translation>采用块重计算即可放下。</translation>
    </message>
    <message>
        <source>Sharding over the replicas would make it fit: fsdp %4, data 1.</source>
        <translation>在副本间切分即可放下：fsdp %4，data 1。</translation>
    </message>
    <message>
        <source>A batch of at most %4 would fit.</source>
        <translation>批量不超过 %4 时可以放下。</translation>
    </message>
    <message>
        <source>Everything sharded, it needs at least %4 chips.</source>
        <translation>即使全部切分，也至少需要 %4 个芯片。</translation>
    </message>
    <message>
        <source>The batch holds %1 sequences of %2 tokens for %3 data shards: less than one each.</source>
        <translation>批量含 %1 个长 %2 token 的序列，分给 %3 个数据分片：每个不足一个序列。</translation>
    </message>
    <message>
        <source>Tensor degree %1 replicates each of the %2 KV heads %3 times.</source>
        <translation>张量并行度 %1 使 %2 个 KV 头各复制 %3 份。</translation>
    </message>
    <message>
        <source>The vocabulary of %1 is padded to %2 for tensor degree %3: %4 % waste.</source>
        <translation>为适配张量并行度 %3，大小为 %1 的词表填充到 %2：浪费 %4 %。</translation>
    </message>
    <message>
        <source>The chip&apos;s price is unknown, so cost is not shown.</source>
        <translation>芯片价格未知，因此不显示成本。</translation>
    </message>
    <message>
        <source>Enter dollars per chip and hour to see it.</source>
        <translation>输入每芯片每小时的美元价格即可显示。</translation>
    </message>
    <message>
        <source>The chip&apos;s HBM capacity is unknown, so whether the plan fits is not known.</source>
        <translation>芯片的 HBM 容量未知，因此不知道方案能否放下。</translation>
    </message>
    <message>
        <source>The model&apos;s width.</source>
        <translation>模型的宽度。</translation>
    </message>
    <message>
        <source>The MLP&apos;s width.</source>
        <translation>MLP 的宽度。</translation>
    </message>
    <message>
        <source>The number of layers.</source>
        <translation>层的数量。</translation>
    </message>
    <message>
        <source>The number of query heads.</source>
        <translation>查询头的数量。</translation>
    </message>
    <message>
        <source>The number of KV heads.</source>
        <translation>KV 头的数量。</translation>
    </message>
    <message>
        <source>The width of a head.</source>
        <translation>单个头的宽度。</translation>
    </message>
    <message>
        <source>The size of the vocabulary.</source>
        <translation>词表的大小。</translation>
    </message>
    <message>
        <source>The number of learned positions.</source>
        <translation>可学习位置的数量。</translation>
    </message>
    <message>
        <source>Whether one matrix embeds and unembeds.</source>
        <translation>嵌入和解嵌入是否共用同一矩阵。</translation>
    </message>
    <message>
        <source>%1 = %2 is not a multiple of %3 = %4, so the heads have no whole width.</source>
        <translation>%1 = %2 不是 %3 = %4 的倍数，因此头的宽度不是整数。</translation>
    </message>
    <message>
        <source>%1 / %2 = %3 is too wide for a head: at most %4.</source>
        <translation>%1 / %2 = %3 作为头的宽度过大：最多为 %4。</translation>
    </message>
    <message>
        <source>Absent or null: as many as query heads.</source>
        <translation>缺失或为 null：与查询头数相同。</translation>
    </message>
    <message>
        <source>Absent or null: the model&apos;s width over the query heads.</source>
        <translation>缺失或为 null：模型宽度除以查询头数。</translation>
    </message>
    <message>
        <source>Biases of the attention&apos;s projections.</source>
        <translation>注意力投影的偏置。</translation>
    </message>
    <message>
        <source>Biases of the MLP.</source>
        <translation>MLP 的偏置。</translation>
    </message>
    <message>
        <source>Absent or null: four times the model&apos;s width.</source>
        <translation>缺失或为 null：模型宽度的四倍。</translation>
    </message>
    <message>
        <source>Absent or null: as many as n_ctx.</source>
        <translation>缺失或为 null：与 n_ctx 相同。</translation>
    </message>
    <message>
        <source>The kind as which the file is read.</source>
        <translation>读取文件时采用的类型。</translation>
    </message>
    <message>
        <source>Absent or null: follows from architectures.</source>
        <translation>缺失或为 null：由 architectures 推断。</translation>
    </message>
    <message>
        <source>Add &quot;model_type&quot;.</source>
        <translation>请添加 &quot;model_type&quot;。</translation>
    </message>
    <message>
        <source>Absent or null: the names of the fields are those of this kind.</source>
        <translation>缺失或为 null：字段名与该类型相符。</translation>
    </message>
    <message>
        <source>The file does not say its model type; it is read as %1.</source>
        <translation>文件未说明模型类型；按 %1 读取。</translation>
    </message>
    <message>
        <source>Absent or null: bf16, in which such models are trained and run.</source>
        <translation>缺失或为 null：取 bf16，这类模型以它训练和运行。</translation>
    </message>
    <message>
        <source>The newer name, dtype, wins.</source>
        <translation>以较新的名称 dtype 为准。</translation>
    </message>
    <message>
        <source>The dtype in which the weights are stored.</source>
        <translation>存储权重所用的数据类型。</translation>
    </message>
    <message>
        <source>A dtype that is not known here: bf16 is taken.</source>
        <translation>此处不认识的数据类型：取 bf16。</translation>
    </message>
    <message>
        <source>The dtype &apos;%1&apos; is not known here; bf16 is taken.</source>
        <translation>此处不认识数据类型“%1”；取 bf16。</translation>
    </message>
    <message>
        <source>A config.json is an object, {&quot;model_type&quot;: ...}.</source>
        <translation>config.json 是一个对象：{&quot;model_type&quot;: ...}。</translation>
    </message>
    <message>
        <source>This is a scenario, not the config.json of a model.</source>
        <translation>这是一个场景，不是模型的 config.json。</translation>
    </message>
    <message>
        <source>Open it as it is.</source>
        <translation>请直接打开它。</translation>
    </message>
    <message>
        <source>%1: the model has an encoder or cross-attention, and only decoders are read.</source>
        <translation>%1：模型含编码器或交叉注意力，只支持读取解码器。</translation>
    </message>
    <message>
        <source>%1: heads were cut out, so the layers are not as wide as stated.</source>
        <translation>%1：部分头已被剪除，因此各层没有所述的那么宽。</translation>
    </message>
    <message>
        <source>%1: attention is read as full; its window is not applied.</source>
        <translation>%1：注意力按完整注意力读取；不应用其窗口。</translation>
    </message>
    <message>
        <source>%1: the weights are quantised; parameters are counted as the model has them, and their bytes follow the dtype.</source>
        <translation>%1：权重经过量化；参数按模型原有数量计，字节数按数据类型计。</translation>
    </message>
    <message>
        <source>%1: the model type has no such field; biases are counted as its configuration class has them.</source>
        <translation>%1：该模型类型没有此字段；偏置按其配置类计数。</translation>
    </message>
    <message>
        <source>About single tokens; changes no size.</source>
        <translation>只涉及个别 token；不改变任何大小。</translation>
    </message>
    <message>
        <source>Dropout; changes no size.</source>
        <translation>Dropout；不改变任何大小。</translation>
    </message>
    <message>
        <source>How weights begin; changes no size.</source>
        <translation>权重如何初始化；不改变任何大小。</translation>
    </message>
    <message>
        <source>A small number inside the norms; changes no size.</source>
        <translation>归一化内的一个小数值；不改变任何大小。</translation>
    </message>
    <message>
        <source>Rotary positions have no weights; the sequence length belongs to the workload.</source>
        <translation>旋转位置没有权重；序列长度属于工作负载。</translation>
    </message>
    <message>
        <source>The activation changes no size; matrices follow the model type.</source>
        <translation>激活函数不改变任何大小；矩阵由模型类型决定。</translation>
    </message>
    <message>
        <source>How the model is run by its library; changes no size.</source>
        <translation>模型如何由其库运行；不改变任何大小。</translation>
    </message>
    <message>
        <source>A name or a version; changes no size.</source>
        <translation>名称或版本；不改变任何大小。</translation>
    </message>
    <message>
        <source>Belongs to heads for other tasks, which are not counted.</source>
        <translation>属于其他任务的输出头，不计入。</translation>
    </message>
    <message>
        <source>How text is generated; changes no size.</source>
        <translation>文本如何生成；不改变任何大小。</translation>
    </message>
    <message>
        <source>Not a field of this model type: its model does not read it.</source>
        <translation>不是此模型类型的字段：其模型不读取它。</translation>
    </message>
    <message>
        <source>Off, so it changes nothing.</source>
        <translation>已关闭，因此没有影响。</translation>
    </message>
    <message>
        <source>Null, as if it were absent.</source>
        <translation>为 null，视同不存在。</translation>
    </message>
    <message>
        <source>Not read; see the messages.</source>
        <translation>未读取；见消息。</translation>
    </message>
    <message>
        <source>Absent or null: the default of the model type&apos;s configuration class.</source>
        <translation>缺失或为 null：取该模型类型配置类的默认值。</translation>
    </message>
    <message>
        <source>Another name of a field that is there too.</source>
        <translation>另一个已有字段的别名。</translation>
    </message>
    <message>
        <source>A number in quotes, read as a number.</source>
        <translation>带引号的数字，按数字读取。</translation>
    </message>
    <message>
        <source>%1 = %2 and %3 = %4 mean the same and differ.</source>
        <translation>%1 = %2 与 %3 = %4 含义相同，但值不同。</translation>
    </message>
    <message>
        <source>%1: expected %2, found %3.</source>
        <translation>%1：应为 %2，实为 %3。</translation>
    </message>
    <message>
        <source>recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>fsdp</source>
        <translation>FSDP</translation>
    </message>
    <message>
        <source>master_weights</source>
        <translation>主权重</translation>
    </message>
    <message>
        <source>gathered_weights</source>
        <translation>聚集的权重</translation>
    </message>
    <message>
        <source>cubes_of_four</source>
        <translation>4×4×4 立方体</translation>
    </message>
    <message>
        <source>at_sixteen</source>
        <translation>长度为 16 时</translation>
    </message>
    <message>
        <source>always</source>
        <translation>始终</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>asymptotic</source>
        <translation>渐近</translation>
    </message>
    <message>
        <source>asymptotic_everywhere</source>
        <translation>处处渐近</translation>
    </message>
    <message>
        <source>counted</source>
        <translation>按计数</translation>
    </message>
    <message>
        <source>placed</source>
        <translation>按布局</translation>
    </message>
    <message>
        <source>levels</source>
        <translation>分层</translation>
    </message>
    <message>
        <source>tree</source>
        <translation>树形</translation>
    </message>
    <message>
        <source>floor</source>
        <translation>下限</translation>
    </message>
    <message>
        <source>added</source>
        <translation>叠加</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>theoretical</source>
        <translation>理论</translation>
    </message>
    <message>
        <source>big_matmuls</source>
        <translation>大矩阵乘</translation>
    </message>
    <message>
        <source>block</source>
        <translation>整块</translation>
    </message>
    <message>
        <source>custom</source>
        <translation>自定义</translation>
    </message>
    <message>
        <source>tensor_fsdp_data</source>
        <translation>张量·全分片·数据</translation>
    </message>
    <message>
        <source>tensor_data_fsdp</source>
        <translation>张量·数据·全分片</translation>
    </message>
    <message>
        <source>fsdp_tensor_data</source>
        <translation>全分片·张量·数据</translation>
    </message>
    <message>
        <source>fsdp_data_tensor</source>
        <translation>全分片·数据·张量</translation>
    </message>
    <message>
        <source>data_tensor_fsdp</source>
        <translation>数据·张量·全分片</translation>
    </message>
    <message>
        <source>data_fsdp_tensor</source>
        <translation>数据·全分片·张量</translation>
    </message>
    <message>
        <source>step</source>
        <translation>整步</translation>
    </message>
    <message>
        <source>overlap</source>
        <translation>重叠</translation>
    </message>
    <message>
        <source>add</source>
        <translation>相加</translation>
    </message>
    <message>
        <source>as_placed</source>
        <translation>按布局</translation>
    </message>
    <message>
        <source>matmuls</source>
        <translation>矩阵乘</translation>
    </message>
    <message>
        <source>operations</source>
        <translation>全部算子</translation>
    </message>
    <message>
        <source>chips</source>
        <translation>芯片</translation>
    </message>
    <message>
        <source>data_shards</source>
        <translation>数据分片</translation>
    </message>
    <message>
        <source>parameters_without_embedding</source>
        <translation>不含嵌入的参数</translation>
    </message>
    <message>
        <source>attention_full</source>
        <translation>完整注意力</translation>
    </message>
    <message>
        <source>attention_causal</source>
        <translation>因果注意力</translation>
    </message>
    <message>
        <source>full</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>gated</source>
        <translation>门控</translation>
    </message>
    <message>
        <source>plain</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>rms</source>
        <translation>RMS</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层归一化</translation>
    </message>
    <message>
        <source>llama3</source>
        <translation>Llama 3</translation>
    </message>
    <message>
        <source>used</source>
        <translation>采用</translation>
    </message>
    <message>
        <source>guessed</source>
        <translation>推测</translation>
    </message>
    <message>
        <source>ignored</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>causal</source>
        <translation>因果</translation>
    </message>
    <message>
        <source>Compute time of operations that wait for HBM, %1</source>
        <translation>等待 HBM 的算子的计算时间，%1</translation>
    </message>
    <message>
        <source>%1 axis</source>
        <translation>%1 个轴</translation>
    </message>
    <message>
        <source>%1 axes</source>
        <translation>%1 个轴</translation>
    </message>
    <message>
        <source>%1 slices</source>
        <translation>%1 个切片</translation>
    </message>
    <message>
        <source>%1 chips</source>
        <translation>%1 个芯片</translation>
    </message>
    <message>
        <source>tensor %1</source>
        <translation>张量 %1</translation>
    </message>
    <message>
        <source>data %1</source>
        <translation>数据 %1</translation>
    </message>
    <message>
        <source>batch %1 tokens</source>
        <translation>批量 %1 token</translation>
    </message>
    <message>
        <source>context %1</source>
        <translation>上下文 %1</translation>
    </message>
    <message>
        <source>forward pass</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>backward pass</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>The MFU is above one: its convention counts FLOPs that are not executed, such as those of embedding lookups. The HFU counts what is executed.</source>
        <translation>MFU 大于一：其口径计入了并未执行的 FLOPs，例如嵌入查表；HFU 只计实际执行的。</translation>
    </message>
    <message>
        <source>Book, chapter 3, &quot;Computation with sharded arrays&quot;</source>
        <translation>原书第 3 章，“切分数组的计算”</translation>
    </message>
    <message>
        <source>Chips of a group</source>
        <translation>一个组的芯片数</translation>
    </message>
    <message>
        <source>Time of the bytes of the %1</source>
        <translation>%1 的字节时间</translation>
    </message>
    <message>
        <source>Time of the hops of the %1</source>
        <translation>%1 的跳时间</translation>
    </message>
    <message>
        <source>Chips of a slice</source>
        <translation>一个切片的芯片数</translation>
    </message>
    <message>
        <source>Chips that have it already</source>
        <translation>已持有该数据的芯片数</translation>
    </message>
    <message>
        <source>Both directions of a ring</source>
        <translation>环的两个方向</translation>
    </message>
    <message>
        <source>Groups that share the links</source>
        <translation>共享链路的组数</translation>
    </message>
    <message>
        <source>Chips along the dimensions that bind</source>
        <translation>起限制作用的各维上的芯片数</translation>
    </message>
    <message>
        <source>Chips of a group on the torus</source>
        <translation>一个组在环面上的芯片数</translation>
    </message>
    <message>
        <source>Groups that share the link of a child</source>
        <translation>共享一个子节点链路的组数</translation>
    </message>
    <message>
        <source>Children that the group spans</source>
        <translation>该组跨越的子节点数</translation>
    </message>
    <message>
        <source>A ReduceScatter and an AllGather</source>
        <translation>一次 ReduceScatter 加一次 AllGather</translation>
    </message>
    <message>
        <source>Chips of the group below a child</source>
        <translation>该组在一个子节点之下的芯片数</translation>
    </message>
    <message>
        <source>Rate that the busiest links leave the array</source>
        <translation>最繁忙的链路留给数组的速率</translation>
    </message>
    <message>
        <source>The links of one dimension or level are full, and set the rate of the whole.</source>
        <translation>某一维或某一层级的链路已占满，决定了整体的速率。</translation>
    </message>
    <message>
        <source>Hops on the torus</source>
        <translation>环面上的跳数</translation>
    </message>
    <message>
        <source>Hops in %1</source>
        <translation>%1中的跳数</translation>
    </message>
    <message>
        <source>Hops of the steps that it takes</source>
        <translation>所需各步的跳数</translation>
    </message>
    <message>
        <source>Its parts in turn</source>
        <translation>各部分依次进行</translation>
    </message>
    <message>
        <source>Bytes of the array inside one group</source>
        <translation>单个组内数组的字节数</translation>
    </message>
    <message>
        <source>Time of the %1</source>
        <translation>%1 的时间</translation>
    </message>
    <message>
        <source>Step %1: %2</source>
        <translation>步骤 %1：%2</translation>
    </message>
    <message>
        <source>A slice of what a chip holds costs nothing</source>
        <translation>对芯片已持有的数据切片没有开销</translation>
    </message>
    <message>
        <source>FLOPs of one chip: two for each multiply-add of its local shapes</source>
        <translation>单芯片的 FLOP 数：其局部形状的每次乘加计 2</translation>
    </message>
    <message>
        <source>Rate of the chip for these dtypes</source>
        <translation>芯片对这些数据类型的速率</translation>
    </message>
    <message>
        <source>Bytes of the local arrays</source>
        <translation>局部数组的字节数</translation>
    </message>
    <message>
        <source>Time of the strategy, one step after the other</source>
        <translation>策略的时间，各步依次进行</translation>
    </message>
    <message>
        <source>Time as a collective matmul, chunk by chunk</source>
        <translation>作为集合矩阵乘逐段进行的时间</translation>
    </message>
    <message>
        <source>Bytes of one element in %1</source>
        <translation>%1 中一个元素的字节数</translation>
    </message>
    <message>
        <source>Time of the matmul on one chip</source>
        <translation>单芯片上矩阵乘的时间</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>Rows of the input of the matmul: tokens.</source>
        <translation>矩阵乘输入的行数：token 数。</translation>
    </message>
    <message>
        <source>Contracted size</source>
        <translation>缩并大小</translation>
    </message>
    <message>
        <source>Columns of the input and rows of the weights.</source>
        <translation>输入的列数，即权重的行数。</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列数</translation>
    </message>
    <message>
        <source>Columns of the weights and of the output.</source>
        <translation>权重和输出的列数。</translation>
    </message>
    <message>
        <source>Dtype in which the input is read.</source>
        <translation>读取输入所用的数据类型。</translation>
    </message>
    <message>
        <source>Dtype in which the weights are read.</source>
        <translation>读取权重所用的数据类型。</translation>
    </message>
    <message>
        <source>Dtype in which the output is written.</source>
        <translation>写出输出所用的数据类型。</translation>
    </message>
    <message>
        <source>Dtype at whose rate the matmul runs.</source>
        <translation>矩阵乘按其速率运行的数据类型。</translation>
    </message>
    <message>
        <source>Weights per row</source>
        <translation>每行各用权重</translation>
    </message>
    <message>
        <source>One weight matrix for each row of the input: never compute-bound.</source>
        <translation>输入的每一行各用一个权重矩阵：永远不受计算限制。</translation>
    </message>
    <message>
        <source>Memory used</source>
        <translation>所用内存</translation>
    </message>
    <message>
        <source>Where the operands lie: HBM, the memory on the chip, or the host behind its link.</source>
        <translation>操作数所在位置：HBM、片上内存，或链路另一端的主机。</translation>
    </message>
    <message>
        <source>The mesh would have %1 devices; at most %2 are taken.</source>
        <translation>网格将有 %1 个设备；最多支持 %2 个。</translation>
    </message>
    <message>
        <source>hbm</source>
        <translation>HBM</translation>
    </message>
    <message>
        <source>on_chip</source>
        <translation>片上</translation>
    </message>
    <message>
        <source>host_link</source>
        <translation>主机链路</translation>
    </message>
    <message>
        <source>No slice of %1 can be built of this chip.</source>
        <translation>此芯片无法构建 %1 的切片。</translation>
    </message>
    <message>
        <source>The nearest slice that can: %2.</source>
        <translation>最接近的可构建切片：%2。</translation>
    </message>
    <message>
        <source>The mesh has %1 devices, but the cluster has %2 chips.</source>
        <translation>网格有 %1 个设备，但集群有 %2 个芯片。</translation>
    </message>
    <message>
        <source>Mesh axis</source>
        <translation>网格轴</translation>
    </message>
    <message>
        <source>Devices along this axis of the mesh. Axes are laid on the hardware in their order, the first innermost.</source>
        <translation>网格沿此轴的设备数。各轴按顺序布置到硬件上，第一个为最内层。</translation>
    </message>
    <message>
        <source>Array dimension</source>
        <translation>数组维</translation>
    </message>
    <message>
        <source>Elements of the arrays along this dimension.</source>
        <translation>数组沿该维的元素数。</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>运算</translation>
    </message>
    <message>
        <source>What is done with the two arrays; sum is of the left one over its last dimension.</source>
        <translation>对两个数组进行的运算；求和是对左数组的最后一维求和。</translation>
    </message>
    <message>
        <source>Collective</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>The collective that is timed and played.</source>
        <translation>要计时和播放的集合通信。</translation>
    </message>
    <message>
        <source>Collective over axis</source>
        <translation>集合通信所沿的轴</translation>
    </message>
    <message>
        <source>Whether the collective runs over this axis.</source>
        <translation>集合通信是否沿此轴进行。</translation>
    </message>
    <message>
        <source>Axis helps</source>
        <translation>轴协助</translation>
    </message>
    <message>
        <source>The array is replicated over this axis, so it can be sliced there first, and the links of the axis help.</source>
        <translation>数组在此轴上是复制的，因此可先沿此轴切片，由该轴的链路协助传输。</translation>
    </message>
    <message>
        <source>Bytes of the array</source>
        <translation>数组的字节数</translation>
    </message>
    <message>
        <source>Bytes of the array inside one group, after every other axis has divided it.</source>
        <translation>由其他各轴切分之后，单个组内数组的字节数。</translation>
    </message>
    <message>
        <source>Ragged AllToAll</source>
        <translation>不规则 AllToAll</translation>
    </message>
    <message>
        <source>An AllToAll sends each token only to the experts that it chose; the array has a copy of every token for each chip.</source>
        <translation>AllToAll 只把每个 token 发送给它所选的专家；数组为每个芯片各含一份每个 token 的副本。</translation>
    </message>
    <message>
        <source>Experts per token</source>
        <translation>每 token 专家数</translation>
    </message>
    <message>
        <source>Experts that each token is sent to.</source>
        <translation>每个 token 被发送到的专家数。</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家数</translation>
    </message>
    <message>
        <source>Experts in all, spread evenly over the chips of the group.</source>
        <translation>专家总数，均匀分布在组内各芯片上。</translation>
    </message>
    <message>
        <source>Routing</source>
        <translation>路由</translation>
    </message>
    <message>
        <source>How many distinct chips a token reaches: different experts, independent picks, or the bound min(k, chips).</source>
        <translation>一个 token 到达多少个不同的芯片：按不同专家、独立选取，或上界 min(k, 芯片数)。</translation>
    </message>
    <message>
        <source>Shown against</source>
        <translation>横轴变量</translation>
    </message>
    <message>
        <source>What the collective is shown against: the size of its axis, of the axis inside it, or its targets.</source>
        <translation>集合通信随什么变化来显示：其轴的大小、其内层轴的大小，或其目标数。</translation>
    </message>
    <message>
        <source>Between 1 and %1 names are taken here, not %2.</source>
        <translation>此处可取 1 到 %1 个名称，不能是 %2 个。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; cannot be a name here.</source>
        <translation>“%1”不能用作此处的名称。</translation>
    </message>
    <message>
        <source>A name is a letter, then letters and digits, 16 at most.</source>
        <translation>名称以字母开头，其后为字母和数字，最多 16 个字符。</translation>
    </message>
    <message>
        <source>bisection</source>
        <translation>对分</translation>
    </message>
    <message>
        <source>one_way</source>
        <translation>单向</translation>
    </message>
    <message>
        <source>distinct_experts</source>
        <translation>不同专家</translation>
    </message>
    <message>
        <source>independent_picks</source>
        <translation>独立选取</translation>
    </message>
    <message>
        <source>bound</source>
        <translation>上界</translation>
    </message>
    <message>
        <source>The two arrays have different dimensions, so they have no elements in common.</source>
        <translation>两个数组的维不同，因此没有共同的元素。</translation>
    </message>
    <message>
        <source>Give both the same dimensions in the same order; they may be sharded differently.</source>
        <translation>请让两者具有相同顺序的相同维；切分方式可以不同。</translation>
    </message>
    <message>
        <source>no communication</source>
        <translation>无通信</translation>
    </message>
    <message>
        <source>one input sharded along the contraction</source>
        <translation>一个输入沿缩并维切分</translation>
    </message>
    <message>
        <source>both inputs sharded along the contraction</source>
        <translation>两个输入均沿缩并维切分</translation>
    </message>
    <message>
        <source>both inputs sharded on one axis</source>
        <translation>两个输入沿同一轴切分</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>gathered from the left</source>
        <translation>从左数组聚集</translation>
    </message>
    <message>
        <source>gathered from the right</source>
        <translation>从右数组聚集</translation>
    </message>
    <message>
        <source>gathered from both</source>
        <translation>从两个数组聚集</translation>
    </message>
    <message>
        <source>left sliced</source>
        <translation>左数组切片</translation>
    </message>
    <message>
        <source>right sliced</source>
        <translation>右数组切片</translation>
    </message>
    <message>
        <source>both sliced</source>
        <translation>两个数组切片</translation>
    </message>
    <message>
        <source>reduced</source>
        <translation>归约</translation>
    </message>
    <message>
        <source>left</source>
        <translation>左数组</translation>
    </message>
    <message>
        <source>right</source>
        <translation>右数组</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>slice</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>local matmul</source>
        <translation>局部矩阵乘</translation>
    </message>
    <message>
        <source>A dimension without a name says what it is only in a product of arrays with two dimensions each.</source>
        <translation>只有在两个数组都是二维的乘积中，没有名称的维才有明确含义。</translation>
    </message>
    <message>
        <source>Name the dimensions, and give those that belong together the same name.</source>
        <translation>请为各维命名，对应的维使用相同的名称。</translation>
    </message>
    <message>
        <source>The last dimension of the left array is %1, and the first of the right one, with which it is contracted, is %2.</source>
        <translation>左数组的最后一维是 %1，与之缩并的右数组第一维是 %2。</translation>
    </message>
    <message>
        <source>Make them equal, or name the dimensions to contract others.</source>
        <translation>请让两者相等，或为各维命名以缩并其他维。</translation>
    </message>
    <message>
        <source>The first dimension of the left array is %1, and that of the output is %2.</source>
        <translation>左数组的第一维是 %1，输出的第一维是 %2。</translation>
    </message>
    <message>
        <source>Make them equal, or name the dimensions to put them in another order.</source>
        <translation>请让两者相等，或为各维命名以改变其顺序。</translation>
    </message>
    <message>
        <source>The last dimension of the right array is %1, and that of the output is %2.</source>
        <translation>右数组的最后一维是 %1，输出的最后一维是 %2。</translation>
    </message>
    <message>
        <source>The array has %1 dimensions, and at most %2 are understood.</source>
        <translation>数组有 %1 维，最多支持 %2 维。</translation>
    </message>
    <message>
        <source>Join dimensions that are sharded alike.</source>
        <translation>请合并切分方式相同的维。</translation>
    </message>
    <message>
        <source>The array has two dimensions that are called %1.</source>
        <translation>数组有两个名为 %1 的维。</translation>
    </message>
    <message>
        <source>Give each a name of its own.</source>
        <translation>请为每个维取不同的名称。</translation>
    </message>
    <message>
        <source>The array uses an axis twice, or one that the mesh lacks.</source>
        <translation>数组重复使用了某个轴，或使用了网格中没有的轴。</translation>
    </message>
    <message>
        <source>Use each axis of the mesh once at most.</source>
        <translation>网格的每个轴最多使用一次。</translation>
    </message>
    <message>
        <source>Dimension %1 is %2 in one array and %3 in another.</source>
        <translation>维 %1 在一个数组中是 %2，在另一个数组中是 %3。</translation>
    </message>
    <message>
        <source>Make them equal, or give them different names.</source>
        <translation>请让两者相等，或取不同的名称。</translation>
    </message>
    <message>
        <source>Dimension %1 of the output is in neither input.</source>
        <translation>输出的维 %1 不在任何一个输入中。</translation>
    </message>
    <message>
        <source>The inputs have %2.</source>
        <translation>输入的维有 %2。</translation>
    </message>
    <message>
        <source>Dimension %1 is in one input only and not in the output, so it can be neither kept nor contracted.</source>
        <translation>维 %1 只在一个输入中，且不在输出中，因此既不能保留也不能缩并。</translation>
    </message>
    <message>
        <source>Keep %1 in the output, or sum over it first, which is a reduction of its own.</source>
        <translation>请在输出中保留 %1，或先对其求和，这是一次单独的归约。</translation>
    </message>
    <message>
        <source>The arrays have no dimension in common, so nothing is contracted.</source>
        <translation>两个数组没有共同的维，因此没有可缩并的维。</translation>
    </message>
    <message>
        <source>Give the contracted dimension the same name in both, or write an output that keeps %1.</source>
        <translation>请让缩并维在两个数组中使用相同的名称，或写出保留 %1 的输出。</translation>
    </message>
    <message>
        <source>Write for example X=4, Y=8.</source>
        <translation>例如写成 X=4, Y=8。</translation>
    </message>
    <message>
        <source>Expected a name that begins with a letter.</source>
        <translation>此处应为以字母开头的名称。</translation>
    </message>
    <message>
        <source>The name is longer than %1 letters.</source>
        <translation>名称超过 %1 个字母。</translation>
    </message>
    <message>
        <source>Shorten it, for example to &apos;%2&apos;.</source>
        <translation>请缩短，例如“%2”。</translation>
    </message>
    <message>
        <source>The name &apos;%1&apos; appears twice.</source>
        <translation>名称“%1”出现了两次。</translation>
    </message>
    <message>
        <source>Remove one, or give it another name.</source>
        <translation>请删除其中一个，或另取名称。</translation>
    </message>
    <message>
        <source>The name &apos;%1&apos; has no size.</source>
        <translation>名称“%1”没有大小。</translation>
    </message>
    <message>
        <source>Write for example %1=4.</source>
        <translation>例如写成 %1=4。</translation>
    </message>
    <message>
        <source>There are more than %1 names.</source>
        <translation>名称超过 %1 个。</translation>
    </message>
    <message>
        <source>Remove &apos;%2&apos;.</source>
        <translation>请删除“%2”。</translation>
    </message>
    <message>
        <source>Write for example bf16[I_X, J].</source>
        <translation>例如写成 bf16[I_X, J]。</translation>
    </message>
    <message>
        <source>Expected nothing after the array.</source>
        <translation>数组之后不应再有内容。</translation>
    </message>
    <message>
        <source>Remove &apos;%1&apos;.</source>
        <translation>请删除“%1”。</translation>
    </message>
    <message>
        <source>Expected &apos;[&apos; before the dimensions.</source>
        <translation>各维之前应为 &apos;[&apos;。</translation>
    </message>
    <message>
        <source>There is no dtype &apos;%1&apos;; there are %2.</source>
        <translation>没有数据类型“%1”；可用的有 %2。</translation>
    </message>
    <message>
        <source>Without one the array is bf16.</source>
        <translation>不写数据类型时，数组为 bf16。</translation>
    </message>
    <message>
        <source>The dimensions have no closing &apos;]&apos;.</source>
        <translation>各维之后缺少结束的 &apos;]&apos;。</translation>
    </message>
    <message>
        <source>Add &apos;]&apos; at the end.</source>
        <translation>请在末尾加上 &apos;]&apos;。</translation>
    </message>
    <message>
        <source>Expected &apos;,&apos; or &apos;]&apos; after a dimension, not &apos;%1&apos;.</source>
        <translation>维之后应为 &apos;,&apos; 或 &apos;]&apos;，而不是“%1”。</translation>
    </message>
    <message>
        <source>Axes follow an underscore, as in I_X.</source>
        <translation>轴写在下划线之后，如 I_X。</translation>
    </message>
    <message>
        <source>An array has at most %1 dimensions.</source>
        <translation>数组最多有 %1 维。</translation>
    </message>
    <message>
        <source>Multiply two of them into one.</source>
        <translation>请将其中两维相乘合并为一维。</translation>
    </message>
    <message>
        <source>Expected a dimension: a name or a size.</source>
        <translation>此处应为维：名称或大小。</translation>
    </message>
    <message>
        <source>Remove the comma, or write a dimension beside it.</source>
        <translation>请删除逗号，或在其旁写一个维。</translation>
    </message>
    <message>
        <source>There is no dimension &apos;%1&apos;: none has a size yet.</source>
        <translation>没有维“%1”：尚无任何维设置了大小。</translation>
    </message>
    <message>
        <source>Give it a size, or write a number here.</source>
        <translation>请为其设置大小，或在此写一个数字。</translation>
    </message>
    <message>
        <source>There is no dimension &apos;%1&apos;; there are %2.</source>
        <translation>没有维“%1”；可用的有 %2。</translation>
    </message>
    <message>
        <source>The dimension &apos;%1&apos; appears twice.</source>
        <translation>维“%1”出现了两次。</translation>
    </message>
    <message>
        <source>Give the second another name, or write its size.</source>
        <translation>请为第二个另取名称，或写出其大小。</translation>
    </message>
    <message>
        <source>The dimension &apos;%1&apos; has the size %2; a size is from 1 to %3.</source>
        <translation>维“%1”的大小为 %2；大小应为 1 到 %3。</translation>
    </message>
    <message>
        <source>Give it another size, or write a number here.</source>
        <translation>请另设大小，或在此写一个数字。</translation>
    </message>
    <message>
        <source>Expected &apos;,&apos; or &apos;}&apos; after an axis.</source>
        <translation>轴之后应为 &apos;,&apos; 或 &apos;}&apos;。</translation>
    </message>
    <message>
        <source>Write for example D_{data,fsdp}.</source>
        <translation>例如写成 D_{data,fsdp}。</translation>
    </message>
    <message>
        <source>Expected an axis; the mesh has %1.</source>
        <translation>此处应为轴；网格有 %1。</translation>
    </message>
    <message>
        <source>Write one, or leave out the underscore.</source>
        <translation>请写一个轴，或去掉下划线。</translation>
    </message>
    <message>
        <source>The mesh has no axis &apos;%1&apos;; it has %2.</source>
        <translation>网格没有轴“%1”；它有 %2。</translation>
    </message>
    <message>
        <source>Write one of these, or add the axis to the mesh.</source>
        <translation>请写其中之一，或将该轴加入网格。</translation>
    </message>
    <message>
        <source>The axis &apos;%1&apos; is used twice in one array.</source>
        <translation>轴“%1”在一个数组中使用了两次。</translation>
    </message>
    <message>
        <source>Leave it out here: every axis is used.</source>
        <translation>请在此处去掉它：所有轴都已使用。</translation>
    </message>
    <message>
        <source>Leave it out here, or take an unused one: %2.</source>
        <translation>请在此处去掉它，或改用未使用的轴：%2。</translation>
    </message>
    <message>
        <source>Expected U_ and the axes over which a sum is unreduced.</source>
        <translation>此处应为 U_ 及其后求和尚未归约的轴。</translation>
    </message>
    <message>
        <source>Write for example {U_X}.</source>
        <translation>例如写成 {U_X}。</translation>
    </message>
    <message>
        <source>Expected &apos;}&apos; after the unreduced axes.</source>
        <translation>未归约的轴之后应为 &apos;}&apos;。</translation>
    </message>
    <message>
        <source>%1 is split over %2 devices: blocks of %3, padded to %4 (%5 % waste).</source>
        <translation>%1 分到 %2 个设备：每块 %3，填充到 %4（浪费 %5 %）。</translation>
    </message>
    <message>
        <source>Multiples of %2 need no padding.</source>
        <translation>%2 的倍数无需填充。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a whole number from 1 to %2.</source>
        <translation>“%1”不是 1 到 %2 的整数。</translation>
    </message>
    <message>
        <source>The character %1 cannot stand here.</source>
        <translation>此处不能出现字符 %1。</translation>
    </message>
    <message>
        <source>Names are plain letters and digits: A to Z, a to z, 0 to 9.</source>
        <translation>名称只用普通字母和数字：A 到 Z、a 到 z、0 到 9。</translation>
    </message>
    <message>
        <source>The text is empty.</source>
        <translation>文本为空。</translation>
    </message>
    <message>
        <source>Write for example 4096, 4Ki or 2^20.</source>
        <translation>例如写成 4096、4Ki 或 2^20。</translation>
    </message>
    <message>
        <source>The nearest is %3.</source>
        <translation>最接近的是 %3。</translation>
    </message>
    <message>
        <source>Did you mean &apos;%3&apos;?</source>
        <translation>是否想输入“%3”？</translation>
    </message>
    <message>
        <source>matmul</source>
        <translation>矩阵乘</translation>
    </message>
    <message>
        <source>multiply</source>
        <translation>逐元素乘</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>求和</translation>
    </message>
    <message>
        <source>axis_size</source>
        <translation>轴大小</translation>
    </message>
    <message>
        <source>inner_axis</source>
        <translation>内层轴</translation>
    </message>
    <message>
        <source>targets</source>
        <translation>目标数</translation>
    </message>
    <message>
        <source>Input in</source>
        <translation>输入的类型</translation>
    </message>
    <message>
        <source>Weights in</source>
        <translation>权重的类型</translation>
    </message>
    <message>
        <source>Output in</source>
        <translation>输出的类型</translation>
    </message>
    <message>
        <source>Computed in</source>
        <translation>运算的类型</translation>
    </message>
    <message>
        <source>An array without dimensions has nothing to sum over.</source>
        <translation>没有维的数组无法求和。</translation>
    </message>
    <message>
        <source>Layers of one kind</source>
        <translation>一种类型的层数</translation>
    </message>
    <message>
        <source>Norms without scales</source>
        <translation>无缩放的归一化</translation>
    </message>
    <message>
        <source>Book, chapter 4: keys and values of every token, head and layer; other kinds of layers as published with their models</source>
        <translation>原书第 4 章：每个 token、头和层的键和值；其他层类型按随模型公开的资料</translation>
    </message>
    <message>
        <source>keys and values</source>
        <translation>键和值</translation>
    </message>
    <message>
        <source>keys of the indexer</source>
        <translation>索引器的键</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Bytes of one element of the state (%1)</source>
        <translation>状态单个元素的字节数（%1）</translation>
    </message>
    <message>
        <source>Bytes of one cached element (%1)</source>
        <translation>单个缓存元素的字节数（%1）</translation>
    </message>
    <message>
        <source>What one layer keeps of one sequence</source>
        <translation>一层为一个序列保留的内容</translation>
    </message>
    <message>
        <source>What one layer keeps of one sequence: %1</source>
        <translation>一层为一个序列保留的内容：%1</translation>
    </message>
    <message>
        <source>What the model keeps of one sequence</source>
        <translation>模型为一个序列保留的内容</translation>
    </message>
    <message>
        <source>What the model keeps of one sequence: %1</source>
        <translation>模型为一个序列保留的内容：%1</translation>
    </message>
    <message>
        <source>The cache keeps no more than the window.</source>
        <translation>缓存保留的内容不超过窗口。</translation>
    </message>
    <message>
        <source>Beyond the window one entry stands for a block of tokens.</source>
        <translation>窗口之外，一个条目代表一块 token。</translation>
    </message>
    <message>
        <source>Into and out of the state</source>
        <translation>进出状态</translation>
    </message>
    <message>
        <source>The token itself</source>
        <translation>该 token 自身</translation>
    </message>
    <message>
        <source>Its size does not grow with the context.</source>
        <translation>其大小不随上下文增长。</translation>
    </message>
    <message>
        <source>Its keys and values are those of an earlier layer.</source>
        <translation>其键和值沿用前面某层的。</translation>
    </message>
    <message>
        <source>Such a layer keeps nothing</source>
        <translation>这种层不保留任何内容</translation>
    </message>
    <message>
        <source>No layer of the model keeps any</source>
        <translation>模型中没有层保留这些内容</translation>
    </message>
    <message>
        <source>Keys and values of one token in all layers</source>
        <translation>一个 token 在所有层中的键和值</translation>
    </message>
    <message>
        <source>What the next token adds while no window is full.</source>
        <translation>窗口均未填满时，下一个 token 增加的量。</translation>
    </message>
    <message>
        <source>Parameters of one layer: %1</source>
        <translation>一层的参数量：%1</translation>
    </message>
    <message>
        <source>This kind of layer has none</source>
        <translation>这种层没有该项</translation>
    </message>
    <message>
        <source>A layer without parameters</source>
        <translation>没有参数的层</translation>
    </message>
    <message>
        <source>&quot;Switch Transformers&quot; and &quot;DeepSeekMoE&quot;: routed and shared experts</source>
        <translation>“Switch Transformers”和“DeepSeekMoE”：路由专家与共享专家</translation>
    </message>
    <message>
        <source>Parameters of one layer</source>
        <translation>一层的参数量</translation>
    </message>
    <message>
        <source>idle experts</source>
        <translation>闲置专家</translation>
    </message>
    <message>
        <source>Counted in the order of the layers</source>
        <translation>按层的顺序计数</translation>
    </message>
    <message>
        <source>The model of the scenario</source>
        <translation>场景的模型</translation>
    </message>
    <message>
        <source>The model has %1 layers, in the order %2.</source>
        <translation>模型有 %1 层，顺序为 %2。</translation>
    </message>
    <message>
        <source>Compute time of operations that wait for HBM, %1, in %2</source>
        <translation>等待 HBM 的算子的计算时间，%1，%2</translation>
    </message>
    <message>
        <source>Counts every parameter that a token meets, embeddings included, and no attention over the sequence.</source>
        <translation>计入一个 token 经过的所有参数（含嵌入），不计序列上的注意力。</translation>
    </message>
    <message>
        <source>&quot;DeepSeek-V3&quot;, section 2.2, &quot;Multi-token prediction&quot;</source>
        <translation>“DeepSeek-V3”第 2.2 节，“多 token 预测”</translation>
    </message>
    <message>
        <source>Parameters of the routers</source>
        <translation>路由器的参数量</translation>
    </message>
    <message>
        <source>Parameters of the routed experts</source>
        <translation>路由专家的参数量</translation>
    </message>
    <message>
        <source>Other parameters</source>
        <translation>其他参数量</translation>
    </message>
    <message>
        <source>Parameters of the towers</source>
        <translation>塔的参数量</translation>
    </message>
    <message>
        <source>The norm of the embedding</source>
        <translation>嵌入的归一化</translation>
    </message>
    <message>
        <source>Towers are counted apart unless asked for.</source>
        <translation>除非要求计入，塔另行计数。</translation>
    </message>
    <message>
        <source>The model has none, or none is counted here</source>
        <translation>模型没有该项，或此处未计入</translation>
    </message>
    <message>
        <source>A model without weights</source>
        <translation>没有权重的模型</translation>
    </message>
    <message>
        <source>Multi-token layers are counted apart.</source>
        <translation>多 token 预测层另行计数。</translation>
    </message>
    <message>
        <source>Parameters of experts that a token is not sent to</source>
        <translation>token 未被发送到的专家的参数量</translation>
    </message>
    <message>
        <source>A token meets every expert</source>
        <translation>token 经过每个专家</translation>
    </message>
    <message>
        <source>Embeddings and shared experts included; of the routed experts those that a token is sent to.</source>
        <translation>含嵌入和共享专家；路由专家只计 token 被发送到的那些。</translation>
    </message>
    <message>
        <source>Every token meets every parameter.</source>
        <translation>每个 token 都经过所有参数。</translation>
    </message>
    <message>
        <source>The two inputs that are projected to one</source>
        <translation>被投影为一个的两个输入</translation>
    </message>
    <message>
        <source>Norms of both inputs and of the result</source>
        <translation>两个输入和结果的归一化</translation>
    </message>
    <message>
        <source>Parameters of the multi-token layers</source>
        <translation>多 token 预测层的参数量</translation>
    </message>
    <message>
        <source>Parameters of each, which is not like the model&apos;s last layer</source>
        <translation>每层的参数量，该层与模型的最后一层不同</translation>
    </message>
    <message>
        <source>Each is like the model&apos;s last layer, between a projection of a pair of inputs and a norm; counted apart from the model.</source>
        <translation>每层都与模型的最后一层相同，位于一对输入的投影与一个归一化之间；不计入模型，另行计数。</translation>
    </message>
    <message>
        <source>Parameters that one token meets</source>
        <translation>一个 token 经过的参数量</translation>
    </message>
    <message>
        <source>Scalescope: counted from the dtypes and scales of the published weights</source>
        <translation>Scalescope：按公开权重的数据类型和缩放因子统计</translation>
    </message>
    <message>
        <source>Bytes of the weights that are not quantised</source>
        <translation>未量化权重的字节数</translation>
    </message>
    <message>
        <source>Bytes of the quantised weights</source>
        <translation>量化权重的字节数</translation>
    </message>
    <message>
        <source>Bytes of the scales</source>
        <translation>缩放因子的字节数</translation>
    </message>
    <message>
        <source>Bytes of one stored weight (%1)</source>
        <translation>单个存储权重的字节数（%1）</translation>
    </message>
    <message>
        <source>Parameters of the model: %1</source>
        <translation>模型的参数量：%1</translation>
    </message>
    <message>
        <source>Nothing is quantised</source>
        <translation>没有量化</translation>
    </message>
    <message>
        <source>Embeddings, unembedding, norms, biases and routers are not quantised.</source>
        <translation>嵌入、解嵌入、归一化、偏置和路由器不量化。</translation>
    </message>
    <message>
        <source>Weights of a group share one scale.</source>
        <translation>同组的权重共用一个缩放因子。</translation>
    </message>
    <message>
        <source>As published; multi-token layers are not among them.</source>
        <translation>按公开数据；不含多 token 预测层。</translation>
    </message>
    <message>
        <source>Bytes of the stored weights</source>
        <translation>存储权重的字节数</translation>
    </message>
    <message>
        <source>FLOPs of the matmuls of one layer per token, forward</source>
        <translation>一层每 token 的矩阵乘 FLOP 数，前向</translation>
    </message>
    <message>
        <source>FLOPs of scores and values of one layer per token, forward</source>
        <translation>一层每 token 的注意力分数与加权值 FLOP 数，前向</translation>
    </message>
    <message>
        <source>A model without matmuls</source>
        <translation>没有矩阵乘的模型</translation>
    </message>
    <message>
        <source>No layer mixes tokens</source>
        <translation>没有层混合 token</translation>
    </message>
    <message>
        <source>A layer without weights</source>
        <translation>没有权重的层</translation>
    </message>
    <message>
        <source>The towers are kept, but no step of the decoder trains or divides them.</source>
        <translation>塔被保留，但解码器的任何步骤都不训练或切分它们。</translation>
    </message>
    <message>
        <source>The new token</source>
        <translation>新 token</translation>
    </message>
    <message>
        <source>Scores and values, both on the compressed vector</source>
        <translation>分数与加权值，都作用于压缩向量</translation>
    </message>
    <message>
        <source>Predict, update and read</source>
        <translation>预测、更新与读取</translation>
    </message>
    <message>
        <source>Update and read</source>
        <translation>更新与读取</translation>
    </message>
    <message>
        <source>Half of a chunk under a causal mask</source>
        <translation>因果掩码下为分块的一半</translation>
    </message>
    <message>
        <source>The first queries of a sequence meet fewer keys: half as many on average</source>
        <translation>序列最前面的查询遇到的键更少：平均为一半</translation>
    </message>
    <message>
        <source>Keys that a query meets</source>
        <translation>一个查询遇到的键数</translation>
    </message>
    <message>
        <source>The mean over the queries of a sequence: the kernel skips what the causal mask hides.</source>
        <translation>对序列中各查询取平均：内核跳过因果掩码遮住的部分。</translation>
    </message>
    <message>
        <source>A query meets the keys of its own chunk alone.</source>
        <translation>查询只遇到自己所在分块的键。</translation>
    </message>
    <message>
        <source>A sliding layer is not charged the whole context.</source>
        <translation>滑动窗口层不按整个上下文计算开销。</translation>
    </message>
    <message>
        <source>The keys that the indexer chooses; those that it looks through are counted with it.</source>
        <translation>索引器选出的键；它查看的键计在索引器中。</translation>
    </message>
    <message>
        <source>Scalescope: counted from the mask</source>
        <translation>Scalescope：按掩码统计</translation>
    </message>
    <message>
        <source>attention blocks</source>
        <translation>注意力块</translation>
    </message>
    <message>
        <source>MLP blocks</source>
        <translation>MLP 块</translation>
    </message>
    <message>
        <source>the rest</source>
        <translation>其余</translation>
    </message>
    <message>
        <source>routed experts</source>
        <translation>路由专家</translation>
    </message>
    <message>
        <source>MLP</source>
        <translation>MLP</translation>
    </message>
    <message>
        <source>router</source>
        <translation>路由器</translation>
    </message>
    <message>
        <source>norms</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>other parameters</source>
        <translation>其他参数</translation>
    </message>
    <message>
        <source>Norms of queries and of keys</source>
        <translation>查询和键的归一化</translation>
    </message>
    <message>
        <source>Rates of writing and forgetting</source>
        <translation>写入率与遗忘率</translation>
    </message>
    <message>
        <source>Constants of a head&apos;s rates</source>
        <translation>头的各速率的常数</translation>
    </message>
    <message>
        <source>Constant of a head&apos;s rate</source>
        <translation>头的速率的常数</translation>
    </message>
    <message>
        <source>Constants of a head: decay, skip and step</source>
        <translation>头的常数：衰减、跳连和步长</translation>
    </message>
    <message>
        <source>Blocks overlap: two tables of columns</source>
        <translation>块有重叠：两组列</translation>
    </message>
    <message>
        <source>Contents and their weights</source>
        <translation>内容及其权重</translation>
    </message>
    <message>
        <source>Scale and bias of the index key&apos;s norm</source>
        <translation>索引键归一化的缩放和偏置</translation>
    </message>
    <message>
        <source>Bottlenecks of decay and of the gate</source>
        <translation>衰减和门控的瓶颈</translation>
    </message>
    <message>
        <source>The gate and the projection back</source>
        <translation>门控与返回投影</translation>
    </message>
    <message>
        <source>One chip</source>
        <translation>单个芯片</translation>
    </message>
    <message>
        <source>One token</source>
        <translation>单个 token</translation>
    </message>
    <message>
        <source>One sequence</source>
        <translation>单个序列</translation>
    </message>
    <message>
        <source>prefill</source>
        <translation>预填充</translation>
    </message>
    <message>
        <source>decode</source>
        <translation>解码</translation>
    </message>
    <message>
        <source>one token</source>
        <translation>单个 token</translation>
    </message>
    <message>
        <source>The new token of a sequence meets every key before it.</source>
        <translation>序列的新 token 遇到它之前的每个键。</translation>
    </message>
    <message>
        <source>Fraction of the experts that some token is sent to</source>
        <translation>有 token 被发送到的专家所占比例</translation>
    </message>
    <message>
        <source>Scalescope: tokens choose their experts independently of one another</source>
        <translation>Scalescope：各 token 独立选择专家</translation>
    </message>
    <message>
        <source>Mean over the experts, as the engine adds it up</source>
        <translation>对专家取平均，由引擎累加得出</translation>
    </message>
    <message>
        <source>Tokens like the experts unequally (the i-th as i to the power of minus the skew), so there is no closed form.</source>
        <translation>token 对专家的偏好不均（第 i 个专家按 i 的负偏斜次幂），因此没有闭式解。</translation>
    </message>
    <message>
        <source>1 - (1 - k/E) to the power of the tokens, worked out so that few tokens do not round to none.</source>
        <translation>1 - (1 - k/E) 的 token 数次幂，其计算方式避免 token 很少时被舍入为零。</translation>
    </message>
    <message>
        <source>Every expert is equally liked; (1 - k/E) to the power of the tokens is the chance that none of them is sent to one.</source>
        <translation>每个专家受偏好的程度相同；(1 - k/E) 的 token 数次幂就是没有 token 被发送到某个专家的概率。</translation>
    </message>
    <message>
        <source>The matrix is the embedding&apos;s</source>
        <translation>该矩阵就是嵌入矩阵</translation>
    </message>
    <message>
        <source>The matrices that expand the compressed vectors are absorbed into queries and results: no key is expanded.</source>
        <translation>展开压缩向量的矩阵被吸收进查询和结果：不展开任何键。</translation>
    </message>
    <message>
        <source>The keys and values are those of an earlier layer, and read again.</source>
        <translation>键和值沿用前面某层的，并再次读取。</translation>
    </message>
    <message>
        <source>A recurrence over the tokens; its state has a fixed size, whatever the context.</source>
        <translation>沿 token 的递推；无论上下文多长，其状态大小固定。</translation>
    </message>
    <message>
        <source>Replicated: every chip of a tensor group chooses the same keys.</source>
        <translation>复制：张量组的每个芯片都选出相同的键。</translation>
    </message>
    <message>
        <source>Of the experts&apos; weights those are read that some token is sent to.</source>
        <translation>专家的权重只读取有 token 被发送到的那些。</translation>
    </message>
    <message>
        <source>A token meets the experts that it is sent to, not all of them.</source>
        <translation>token 只经过它被发送到的专家，而非全部。</translation>
    </message>
    <message>
        <source>&quot;DeepSeek-V3.2&quot;: an indexer chooses the keys of a query</source>
        <translation>“DeepSeek-V3.2”：索引器为查询选择键</translation>
    </message>
    <message>
        <source>&quot;Gated Delta Networks&quot;, the delta rule as a recurrence</source>
        <translation>“Gated Delta Networks”，以递推形式表示的 delta 规则</translation>
    </message>
    <message>
        <source>&quot;Mamba 2&quot; (state space duality), as a recurrence</source>
        <translation>“Mamba 2”（状态空间对偶），以递推形式表示</translation>
    </message>
    <message>
        <source>&quot;DeepSeek-V2&quot;, section 2.1, &quot;Multi-head latent attention&quot;</source>
        <translation>“DeepSeek-V2”第 2.1 节，“多头潜在注意力”</translation>
    </message>
    <message>
        <source>Queries and keys of the recurrence</source>
        <translation>递推的查询和键</translation>
    </message>
    <message>
        <source>Matrices into and out of the state</source>
        <translation>进出状态的矩阵</translation>
    </message>
    <message>
        <source>attention projections</source>
        <translation>注意力投影</translation>
    </message>
    <message>
        <source>attention scores</source>
        <translation>注意力分数</translation>
    </message>
    <message>
        <source>shared experts</source>
        <translation>共享专家</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>norms and activations</source>
        <translation>归一化与激活</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>towers</source>
        <translation>塔</translation>
    </message>
    <message>
        <source>A quantisation config is a JSON object.</source>
        <translation>量化配置是一个 JSON 对象。</translation>
    </message>
    <message>
        <source>Steps through the model&apos;s family: depth, width, heads, MLP width and experts change together.</source>
        <translation>在模型所属系列中逐级切换：深度、宽度、头数、MLP 宽度和专家一起变化。</translation>
    </message>
    <message>
        <source>Gated (three matrices), plain (two), or none.</source>
        <translation>门控（三个矩阵）、普通（两个）或无。</translation>
    </message>
    <message>
        <source>Width of the MLP, or of each expert, d_ff. A gated MLP has three matrices of this width, a plain one two.</source>
        <translation>MLP 或每个专家的宽度 d_ff。门控 MLP 有三个此宽度的矩阵，普通 MLP 有两个。</translation>
    </message>
    <message>
        <source>Routed experts</source>
        <translation>路由专家</translation>
    </message>
    <message>
        <source>Routed experts of a layer; 0 for a dense MLP.</source>
        <translation>一层的路由专家数；0 表示稠密 MLP。</translation>
    </message>
    <message>
        <source>Experts of a token</source>
        <translation>每 token 专家数</translation>
    </message>
    <message>
        <source>Routed experts that a token is sent to.</source>
        <translation>token 被发送到的路由专家数。</translation>
    </message>
    <message>
        <source>Shared width</source>
        <translation>共享宽度</translation>
    </message>
    <message>
        <source>Width of all shared experts together, or of a dense MLP beside the experts; 0 for none.</source>
        <translation>所有共享专家的总宽度，或与专家并列的稠密 MLP 的宽度；0 表示无。</translation>
    </message>
    <message>
        <source>Shared gate</source>
        <translation>共享门控</translation>
    </message>
    <message>
        <source>Whether one number per token scales the shared experts.</source>
        <translation>是否用每 token 一个数缩放共享专家。</translation>
    </message>
    <message>
        <source>Router bias</source>
        <translation>路由器偏置</translation>
    </message>
    <message>
        <source>Whether the router has one bias per expert.</source>
        <translation>路由器是否为每个专家带一个偏置。</translation>
    </message>
    <message>
        <source>Expert latent width</source>
        <translation>专家潜在宽度</translation>
    </message>
    <message>
        <source>Width in which the experts work, between two projections; 0 for the model&apos;s width.</source>
        <translation>专家工作时的宽度，位于两个投影之间；0 表示模型宽度。</translation>
    </message>
    <message>
        <source>Keys chosen</source>
        <translation>选出的键数</translation>
    </message>
    <message>
        <source>Sparse attention: keys that an indexer chooses for a query; 0 for all.</source>
        <translation>稀疏注意力：索引器为查询选出的键数；0 表示全部。</translation>
    </message>
    <message>
        <source>Indexer heads</source>
        <translation>索引器头数</translation>
    </message>
    <message>
        <source>Query heads of the indexer, which shares one key per token.</source>
        <translation>索引器的查询头数，它们每 token 共用一个键。</translation>
    </message>
    <message>
        <source>Indexer head width</source>
        <translation>索引器头宽度</translation>
    </message>
    <message>
        <source>Width of a head of the indexer, and of its key.</source>
        <translation>索引器一个头及其键的宽度。</translation>
    </message>
    <message>
        <source>Shared index</source>
        <translation>共享索引</translation>
    </message>
    <message>
        <source>Whether the keys are those that an earlier layer&apos;s indexer chose.</source>
        <translation>键是否沿用前面某层的索引器选出的键。</translation>
    </message>
    <message>
        <source>KV rank</source>
        <translation>KV 秩</translation>
    </message>
    <message>
        <source>Width of the compressed vector that keys and values are made from, and that is cached.</source>
        <translation>压缩向量的宽度；键和值由它生成，缓存的也是它。</translation>
    </message>
    <message>
        <source>Rotary width</source>
        <translation>旋转宽度</translation>
    </message>
    <message>
        <source>Rotary part of a query head, and of the one key that all heads share.</source>
        <translation>查询头的旋转部分，以及所有头共用的那个键的旋转部分。</translation>
    </message>
    <message>
        <source>Value width</source>
        <translation>值宽度</translation>
    </message>
    <message>
        <source>Width of a head&apos;s value.</source>
        <translation>一个头的值的宽度。</translation>
    </message>
    <message>
        <source>Query-key norms</source>
        <translation>查询-键归一化</translation>
    </message>
    <message>
        <source>Norms of queries and keys: none, scales of one head&apos;s width, or of all heads.</source>
        <translation>查询和键的归一化：无、缩放为单个头的宽度，或为所有头的宽度。</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Projected, made from the keys without a projection, or the keys themselves.</source>
        <translation>由投影得到、由键生成而不经投影，或就是键本身。</translation>
    </message>
    <message>
        <source>Shared KV</source>
        <translation>共享 KV</translation>
    </message>
    <message>
        <source>Whether keys and values are those of an earlier layer: neither projected nor cached.</source>
        <translation>键和值是否沿用前面某层的：既不投影也不缓存。</translation>
    </message>
    <message>
        <source>Compression</source>
        <translation>压缩</translation>
    </message>
    <message>
        <source>Tokens that one cached entry beyond the window stands for; 0 for none.</source>
        <translation>窗口之外一个缓存条目代表的 token 数；0 表示无。</translation>
    </message>
    <message>
        <source>Query rank</source>
        <translation>查询秩</translation>
    </message>
    <message>
        <source>Width of the bottleneck that queries go through; 0 for none.</source>
        <translation>查询所经瓶颈的宽度；0 表示无。</translation>
    </message>
    <message>
        <source>Attention sinks</source>
        <translation>注意力汇</translation>
    </message>
    <message>
        <source>Whether each head has a learned logit beside the keys.</source>
        <translation>每个头在各键之外是否有一个可学习的 logit。</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Keys that a query meets at most; 0 for all. The cache keeps no more.</source>
        <translation>一个查询最多遇到的键数；0 表示全部。缓存保留的不超过此数。</translation>
    </message>
    <message>
        <source>Window kind</source>
        <translation>窗口类型</translation>
    </message>
    <message>
        <source>Sliding (the last tokens) or chunked (those of the query&apos;s own chunk).</source>
        <translation>滑动（最后若干 token）或分块（查询自己所在分块的 token）。</translation>
    </message>
    <message>
        <source>Output rank</source>
        <translation>输出秩</translation>
    </message>
    <message>
        <source>Width of the bottleneck that each group of heads goes through at the output; 0 for none.</source>
        <translation>每组头在输出处所经瓶颈的宽度；0 表示无。</translation>
    </message>
    <message>
        <source>Output groups</source>
        <translation>输出组数</translation>
    </message>
    <message>
        <source>Groups of heads, each with a bottleneck of its own.</source>
        <translation>头的分组数，每组有自己的瓶颈。</translation>
    </message>
    <message>
        <source>State width</source>
        <translation>状态宽度</translation>
    </message>
    <message>
        <source>Width of a key head of linear attention, or of a state-space layer&apos;s state.</source>
        <translation>线性注意力一个键头的宽度，或状态空间层的状态宽度。</translation>
    </message>
    <message>
        <source>Convolution</source>
        <translation>卷积</translation>
    </message>
    <message>
        <source>Taps of the short convolution; 0 for none.</source>
        <translation>短卷积的抽头数；0 表示无。</translation>
    </message>
    <message>
        <source>Convolution bias</source>
        <translation>卷积偏置</translation>
    </message>
    <message>
        <source>Whether the short convolution has a bias per channel.</source>
        <translation>短卷积是否为每个通道带一个偏置。</translation>
    </message>
    <message>
        <source>Decay</source>
        <translation>衰减</translation>
    </message>
    <message>
        <source>How the state forgets: by constants, by one rate per head, or by one per key channel.</source>
        <translation>状态如何遗忘：按常数、每个头一个速率，或每个键通道一个速率。</translation>
    </message>
    <message>
        <source>Gate rank</source>
        <translation>门控秩</translation>
    </message>
    <message>
        <source>Width of the bottleneck of the gate and of per-channel decay; 0 for a gate without one.</source>
        <translation>门控和逐通道衰减的瓶颈宽度；0 表示门控没有瓶颈。</translation>
    </message>
    <message>
        <source>Full self-attention, multi-head latent attention, linear attention, a state space, or none.</source>
        <translation>完整自注意力、多头潜在注意力、线性注意力、状态空间或无。</translation>
    </message>
    <message>
        <source>Number of query heads; of linear attention the value heads, of a state space its heads.</source>
        <translation>查询头的数量；线性注意力为值头数，状态空间为其头数。</translation>
    </message>
    <message>
        <source>Key and value heads; they divide the query heads, and the KV cache follows them. Of linear attention the key heads, of a state space its groups.</source>
        <translation>键头和值头的数量；须整除查询头数，KV 缓存随之变化。线性注意力为键头数，状态空间为其组数。</translation>
    </message>
    <message>
        <source>Width of one head; of latent attention without its rotary part.</source>
        <translation>一个头的宽度；潜在注意力不含其旋转部分。</translation>
    </message>
    <message>
        <source>Output gate</source>
        <translation>输出门控</translation>
    </message>
    <message>
        <source>A gate on the attention&apos;s result: none, one number per head, or one per element.</source>
        <translation>注意力结果上的门控：无、每个头一个数，或每个元素一个数。</translation>
    </message>
    <message>
        <source>Parameters of a layer that belong to nothing else: scales, mixing weights.</source>
        <translation>层中不属于其他各项的参数：缩放、混合权重。</translation>
    </message>
    <message>
        <source>Unembedding bias</source>
        <translation>解嵌入偏置</translation>
    </message>
    <message>
        <source>Whether the unembedding has one bias per entry of the vocabulary.</source>
        <translation>解嵌入是否为词表的每个条目带一个偏置。</translation>
    </message>
    <message>
        <source>Embedding norm</source>
        <translation>嵌入归一化</translation>
    </message>
    <message>
        <source>Whether a norm stands after the embedding.</source>
        <translation>嵌入之后是否有归一化。</translation>
    </message>
    <message>
        <source>Embedding width</source>
        <translation>嵌入宽度</translation>
    </message>
    <message>
        <source>Width of the embedding&apos;s table, with projections to the model&apos;s width and back; 0 for the model&apos;s width.</source>
        <translation>嵌入表的宽度，带有到模型宽度及返回的投影；0 表示模型宽度。</translation>
    </message>
    <message>
        <source>Layer embedding width</source>
        <translation>层嵌入宽度</translation>
    </message>
    <message>
        <source>Width of a second embedding that each layer has for itself; 0 for none.</source>
        <translation>每层各自拥有的第二个嵌入的宽度；0 表示无。</translation>
    </message>
    <message>
        <source>Layer embedding vocabulary</source>
        <translation>层嵌入词表</translation>
    </message>
    <message>
        <source>Entries of the embedding that each layer has for itself.</source>
        <translation>每层各自拥有的嵌入的条目数。</translation>
    </message>
    <message>
        <source>Stored dtype</source>
        <translation>存储数据类型</translation>
    </message>
    <message>
        <source>Dtype of the published weights, of those that are not quantised.</source>
        <translation>公开权重中未量化部分的数据类型。</translation>
    </message>
    <message>
        <source>Quantised</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>Which published weights are quantised: none, the routed experts, or every matrix of a layer.</source>
        <translation>哪些公开权重经过量化：无、路由专家，或层的每个矩阵。</translation>
    </message>
    <message>
        <source>Quantised dtype</source>
        <translation>量化数据类型</translation>
    </message>
    <message>
        <source>Dtype of the quantised weights.</source>
        <translation>量化权重的数据类型。</translation>
    </message>
    <message>
        <source>Scale group</source>
        <translation>缩放组</translation>
    </message>
    <message>
        <source>Quantised weights that share a scale.</source>
        <translation>共用一个缩放因子的量化权重数。</translation>
    </message>
    <message>
        <source>Scale bytes</source>
        <translation>缩放字节数</translation>
    </message>
    <message>
        <source>Bytes of one scale with its zero point; 0 for none.</source>
        <translation>一个缩放因子连同其零点的字节数；0 表示无。</translation>
    </message>
    <message>
        <source>RMS (a scale per element), layer norm (scale and bias), or without either.</source>
        <translation>RMSNorm（每个元素一个缩放）、LayerNorm（缩放和偏置），或两者皆无。</translation>
    </message>
    <message>
        <source>Multi-token layers</source>
        <translation>多 token 预测层</translation>
    </message>
    <message>
        <source>Layers that predict tokens further on, counted apart from the model&apos;s parameters.</source>
        <translation>预测更后面 token 的层，不计入模型参数，另行计数。</translation>
    </message>
    <message>
        <source>Multi-token layer parameters</source>
        <translation>多 token 预测层参数量</translation>
    </message>
    <message>
        <source>Parameters of each multi-token layer that is not like the last layer; 0 when it is.</source>
        <translation>与最后一层不同的每个多 token 预测层的参数量；相同时为 0。</translation>
    </message>
    <message>
        <source>Tower parameters</source>
        <translation>塔参数量</translation>
    </message>
    <message>
        <source>Parameters of vision and audio towers, counted apart.</source>
        <translation>视觉塔和音频塔的参数量，另行计数。</translation>
    </message>
    <message>
        <source>Count towers</source>
        <translation>计入塔</translation>
    </message>
    <message>
        <source>Whether the towers count among the model&apos;s parameters and weights.</source>
        <translation>塔是否计入模型的参数和权重。</translation>
    </message>
    <message>
        <source>A model has at most %1 kinds of layers.</source>
        <translation>一个模型最多有 %1 种层类型。</translation>
    </message>
    <message>
        <source>The next kind of layer is &apos;%2&apos;, not &apos;%1&apos;.</source>
        <translation>下一个层类型是“%2”，而不是“%1”。</translation>
    </message>
    <message>
        <source>It says which layers are of which kind, like &quot;A*3 | B&quot;.</source>
        <translation>它说明各层属于哪种类型，例如“A*3 | B”。</translation>
    </message>
    <message>
        <source>Sequences</source>
        <translation>序列数</translation>
    </message>
    <message>
        <source>Cache dtype</source>
        <translation>缓存数据类型</translation>
    </message>
    <message>
        <source>Dtype of the KV cache.</source>
        <translation>KV 缓存的数据类型。</translation>
    </message>
    <message>
        <source>State dtype</source>
        <translation>状态数据类型</translation>
    </message>
    <message>
        <source>Dtype of the state of linear attention and state-space layers.</source>
        <translation>线性注意力层和状态空间层的状态的数据类型。</translation>
    </message>
    <message>
        <source>Expert skew</source>
        <translation>专家偏斜</translation>
    </message>
    <message>
        <source>How unequally tokens like the experts: the i-th is liked as i to the power of minus this; 0 for equally.</source>
        <translation>token 对专家的偏好有多不均：第 i 个专家受偏好的程度为 i 的负此值次幂；0 表示均等。</translation>
    </message>
    <message>
        <source>A token cannot be sent to %1 experts: there are %2.</source>
        <translation>token 不能被发送到 %1 个专家：只有 %2 个。</translation>
    </message>
    <message>
        <source>Nearest that works: %2.</source>
        <translation>最接近的可用值：%2。</translation>
    </message>
    <message>
        <source>%1 key heads or groups do not divide %2 heads.</source>
        <translation>%1 个键头或组不能整除 %2 个头。</translation>
    </message>
    <message>
        <source>Tensor degree %1 does not divide the width %2 of the shared experts.</source>
        <translation>张量并行度 %1 不能整除共享专家的宽度 %2。</translation>
    </message>
    <message>
        <source>layer input</source>
        <translation>层输入</translation>
    </message>
    <message>
        <source>normed input</source>
        <translation>归一化后的输入</translation>
    </message>
    <message>
        <source>attention output</source>
        <translation>注意力输出</translation>
    </message>
    <message>
        <source>MLP block input</source>
        <translation>MLP 块输入</translation>
    </message>
    <message>
        <source>normed MLP input</source>
        <translation>归一化后的 MLP 输入</translation>
    </message>
    <message>
        <source>dropout mask</source>
        <translation>dropout 掩码</translation>
    </message>
    <message>
        <source>compressed queries</source>
        <translation>压缩的查询</translation>
    </message>
    <message>
        <source>normed compressed queries</source>
        <translation>归一化后的压缩查询</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>键</translation>
    </message>
    <message>
        <source>values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>normed queries</source>
        <translation>归一化后的查询</translation>
    </message>
    <message>
        <source>normed keys</source>
        <translation>归一化后的键</translation>
    </message>
    <message>
        <source>compressed keys and values</source>
        <translation>压缩的键和值</translation>
    </message>
    <message>
        <source>normed compressed keys and values</source>
        <translation>归一化后的压缩键和值</translation>
    </message>
    <message>
        <source>entries and their weights</source>
        <translation>条目及其权重</translation>
    </message>
    <message>
        <source>compressed entries</source>
        <translation>压缩的条目</translation>
    </message>
    <message>
        <source>index queries</source>
        <translation>索引查询</translation>
    </message>
    <message>
        <source>index key</source>
        <translation>索引键</translation>
    </message>
    <message>
        <source>index weights</source>
        <translation>索引权重</translation>
    </message>
    <message>
        <source>chosen keys</source>
        <translation>选出的键</translation>
    </message>
    <message>
        <source>softmax</source>
        <translation>softmax</translation>
    </message>
    <message>
        <source>softmax dropout mask</source>
        <translation>softmax 的 dropout 掩码</translation>
    </message>
    <message>
        <source>softmax after dropout</source>
        <translation>dropout 后的 softmax</translation>
    </message>
    <message>
        <source>softmax statistics</source>
        <translation>softmax 统计量</translation>
    </message>
    <message>
        <source>attention result</source>
        <translation>注意力结果</translation>
    </message>
    <message>
        <source>output gate</source>
        <translation>输出门控</translation>
    </message>
    <message>
        <source>compressed result</source>
        <translation>压缩的结果</translation>
    </message>
    <message>
        <source>gated result</source>
        <translation>门控后的结果</translation>
    </message>
    <message>
        <source>queries, keys and values</source>
        <translation>查询、键和值</translation>
    </message>
    <message>
        <source>decay and write rates</source>
        <translation>衰减率与写入率</translation>
    </message>
    <message>
        <source>compressed gates</source>
        <translation>压缩的门控</translation>
    </message>
    <message>
        <source>channel decay</source>
        <translation>通道衰减</translation>
    </message>
    <message>
        <source>inputs of the state</source>
        <translation>状态的输入</translation>
    </message>
    <message>
        <source>time steps</source>
        <translation>时间步长</translation>
    </message>
    <message>
        <source>convolved inputs</source>
        <translation>卷积后的输入</translation>
    </message>
    <message>
        <source>state&apos;s result</source>
        <translation>状态的结果</translation>
    </message>
    <message>
        <source>gate</source>
        <translation>门控</translation>
    </message>
    <message>
        <source>up</source>
        <translation>上投影</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>activated</source>
        <translation>激活后</translation>
    </message>
    <message>
        <source>MLP output</source>
        <translation>MLP 输出</translation>
    </message>
    <message>
        <source>router logits</source>
        <translation>路由器 logits</translation>
    </message>
    <message>
        <source>experts chosen and their weights</source>
        <translation>所选专家及其权重</translation>
    </message>
    <message>
        <source>shared gate</source>
        <translation>共享专家门控</translation>
    </message>
    <message>
        <source>shared up</source>
        <translation>共享专家上投影</translation>
    </message>
    <message>
        <source>shared hidden</source>
        <translation>共享专家隐藏值</translation>
    </message>
    <message>
        <source>shared activated</source>
        <translation>共享专家激活值</translation>
    </message>
    <message>
        <source>shared output</source>
        <translation>共享专家输出</translation>
    </message>
    <message>
        <source>latent input</source>
        <translation>潜在输入</translation>
    </message>
    <message>
        <source>tokens sent to experts</source>
        <translation>发送给专家的 token</translation>
    </message>
    <message>
        <source>expert gate</source>
        <translation>专家门控</translation>
    </message>
    <message>
        <source>expert up</source>
        <translation>专家上投影</translation>
    </message>
    <message>
        <source>expert hidden</source>
        <translation>专家隐藏值</translation>
    </message>
    <message>
        <source>expert activated</source>
        <translation>专家激活值</translation>
    </message>
    <message>
        <source>expert outputs</source>
        <translation>专家输出</translation>
    </message>
    <message>
        <source>latent output</source>
        <translation>潜在输出</translation>
    </message>
    <message>
        <source>layer embedding block input</source>
        <translation>层嵌入块输入</translation>
    </message>
    <message>
        <source>layer embedding</source>
        <translation>层嵌入</translation>
    </message>
    <message>
        <source>layer embedding gate</source>
        <translation>层嵌入门控</translation>
    </message>
    <message>
        <source>gated layer embedding</source>
        <translation>门控后的层嵌入</translation>
    </message>
    <message>
        <source>layer embedding output</source>
        <translation>层嵌入输出</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>selective_attention</source>
        <translation>选择性注意力</translation>
    </message>
    <message>
        <source>An order of layers has one &apos;|&apos; at most.</source>
        <translation>层顺序中最多有一个 &apos;|&apos;。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not the letter of a kind of layer of this model.</source>
        <translation>“%1”不是此模型任何层类型的字母。</translation>
    </message>
    <message>
        <source>After &apos;*&apos; stands how many layers: 1 to %1.</source>
        <translation>&apos;*&apos; 之后为层数：1 到 %1。</translation>
    </message>
    <message>
        <source>An order of layers writes out %1 at most.</source>
        <translation>层顺序最多逐一写出 %1 层。</translation>
    </message>
    <message>
        <source>An order of layers ends with at least one letter.</source>
        <translation>层顺序须以至少一个字母结尾。</translation>
    </message>
    <message>
        <source>latent</source>
        <translation>潜在</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>state_space</source>
        <translation>状态空间</translation>
    </message>
    <message>
        <source>sliding</source>
        <translation>滑动</translation>
    </message>
    <message>
        <source>chunked</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>per_head</source>
        <translation>每头</translation>
    </message>
    <message>
        <source>whole</source>
        <translation>整体</translation>
    </message>
    <message>
        <source>projected</source>
        <translation>投影</translation>
    </message>
    <message>
        <source>from_keys</source>
        <translation>由键得出</translation>
    </message>
    <message>
        <source>own_width</source>
        <translation>独立宽度</translation>
    </message>
    <message>
        <source>per_channel</source>
        <translation>每通道</translation>
    </message>
    <message>
        <source>unscaled</source>
        <translation>无缩放</translation>
    </message>
    <message>
        <source>The index states %1 bytes, but its tensors take %2.</source>
        <translation>索引给出 %1 字节，但其张量占 %2 字节。</translation>
    </message>
    <message>
        <source>The size is that of %1 parameters in %2 bytes each, not as the config says.</source>
        <translation>该大小相当于 %1 个参数、每个 %2 字节，与 config 所述不符。</translation>
    </message>
    <message>
        <source>Scales of quantised weights take %1 bytes, predicted %2.</source>
        <translation>量化权重的缩放占 %1 字节，预测为 %2 字节。</translation>
    </message>
    <message>
        <source>%1 of its tensors are scales of quantised weights; a group that a matrix does not fill has a scale too.</source>
        <translation>其张量中有 %1 个是量化权重的缩放；矩阵未填满的组也有一个缩放。</translation>
    </message>
    <message>
        <source>%1 of its tensors are masks or rotary frequencies, which are no parameters.</source>
        <translation>其张量中有 %1 个是掩码或旋转频率，不属于参数。</translation>
    </message>
    <message>
        <source>The decoder&apos;s tensors hold %1 parameters, predicted %2.</source>
        <translation>解码器的张量含 %1 个参数，预测为 %2 个。</translation>
    </message>
    <message>
        <source>The multi-token layers hold %1 parameters, predicted %2.</source>
        <translation>多 token 预测层含 %1 个参数，预测为 %2 个。</translation>
    </message>
    <message>
        <source>%1 of its tensors are of multi-token layers, which the config does not describe.</source>
        <translation>其张量中有 %1 个属于多 token 预测层，而 config 未描述这些层。</translation>
    </message>
    <message>
        <source>The vision or audio towers hold %1 parameters, predicted %2.</source>
        <translation>视觉塔或音频塔含 %1 个参数，预测为 %2 个。</translation>
    </message>
    <message>
        <source>%1 of its tensors are of vision or audio towers, which the config does not describe.</source>
        <translation>其张量中有 %1 个属于视觉塔或音频塔，而 config 未描述它们。</translation>
    </message>
    <message>
        <source>The unembedding is stored although it is tied to the embedding: %1 parameters twice.</source>
        <translation>解嵌入虽与嵌入绑定，仍单独存储：%1 个参数存了两次。</translation>
    </message>
    <message>
        <source>llama2</source>
        <translation>Llama 2</translation>
    </message>
    <message>
        <source>qwen3</source>
        <translation>Qwen3</translation>
    </message>
    <message>
        <source>qwen3_moe</source>
        <translation>Qwen3 MoE</translation>
    </message>
    <message>
        <source>gemma3</source>
        <translation>Gemma 3</translation>
    </message>
    <message>
        <source>gpt3</source>
        <translation>GPT-3</translation>
    </message>
    <message>
        <source>deepseek</source>
        <translation>DeepSeek</translation>
    </message>
    <message>
        <source>gpt_oss</source>
        <translation>gpt-oss</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a whole number from 0 to 2^53.</source>
        <translation>“%1”不是 0 到 2^53 的整数。</translation>
    </message>
    <message>
        <source>The tensor &apos;%1&apos; is listed twice.</source>
        <translation>张量“%1”列出了两次。</translation>
    </message>
    <message>
        <source>An index of weights is a JSON object.</source>
        <translation>权重索引应为 JSON 对象。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; appears twice.</source>
        <translation>“%1”出现了两次。</translation>
    </message>
    <message>
        <source>This is not an index of weights: it has no &apos;weight_map&apos;.</source>
        <translation>这不是权重索引：没有“weight_map”。</translation>
    </message>
    <message>
        <source>&apos;metadata&apos; is not an object.</source>
        <translation>“metadata”不是对象。</translation>
    </message>
    <message>
        <source>&apos;weight_map&apos; is not an object.</source>
        <translation>“weight_map”不是对象。</translation>
    </message>
    <message>
        <source>The file of the tensor &apos;%1&apos; is not a text.</source>
        <translation>张量“%1”的文件名不是文本。</translation>
    </message>
    <message>
        <source>The weights are spread over more than %1 files.</source>
        <translation>权重分布在超过 %1 个文件中。</translation>
    </message>
    <message>
        <source>The header is not a JSON object.</source>
        <translation>文件头不是 JSON 对象。</translation>
    </message>
    <message>
        <source>The entry of a tensor is not an object.</source>
        <translation>张量的条目不是对象。</translation>
    </message>
    <message>
        <source>The tensor &apos;%1&apos; lacks its dtype, shape or data_offsets.</source>
        <translation>张量“%1”缺少 dtype、shape 或 data_offsets。</translation>
    </message>
    <message>
        <source>The tensor &apos;%1&apos; does not take the bytes that its shape asks for.</source>
        <translation>张量“%1”所占字节数与其 shape 不符。</translation>
    </message>
    <message>
        <source>The dtype of the tensor &apos;%1&apos; is not a text.</source>
        <translation>张量“%1”的 dtype 不是文本。</translation>
    </message>
    <message>
        <source>The tensor &apos;%1&apos; has the unknown dtype &apos;%2&apos;.</source>
        <translation>张量“%1”的 dtype 未知：“%2”。</translation>
    </message>
    <message>
        <source>The tensor &apos;%1&apos; is larger than any file.</source>
        <translation>张量“%1”大于任何文件。</translation>
    </message>
    <message>
        <source>The data_offsets of the tensor &apos;%1&apos; are not a begin and an end.</source>
        <translation>张量“%1”的 data_offsets 不是一个起点和一个终点。</translation>
    </message>
    <message>
        <source>The tensor &apos;%1&apos; lies behind the end of the file.</source>
        <translation>张量“%1”位于文件末尾之后。</translation>
    </message>
    <message>
        <source>The shape and data_offsets of the tensor &apos;%1&apos; are lists of whole numbers, 16 at most.</source>
        <translation>张量“%1”的 shape 和 data_offsets 应为整数列表，最多 16 个。</translation>
    </message>
    <message>
        <source>The layers differ in more ways than the %1 that a model may have here.</source>
        <translation>层的种类超过此处一个模型可有的 %1 种。</translation>
    </message>
    <message>
        <source>%1 has %2 entries for %3 layers.</source>
        <translation>%1 有 %2 个条目，而层数为 %3。</translation>
    </message>
    <message>
        <source>%1: &apos;%2&apos; is not a kind of layer of this model type; read as full attention.</source>
        <translation>%1：“%2”不是此模型类型的层类型；按完整注意力读取。</translation>
    </message>
    <message>
        <source>Null: no layer has a window.</source>
        <translation>为 null：没有带窗口的层。</translation>
    </message>
    <message>
        <source>use_sliding_window is off, so no layer has a window.</source>
        <translation>use_sliding_window 已关闭，因此没有带窗口的层。</translation>
    </message>
    <message>
        <source>Layers at the start that have no window.</source>
        <translation>开头不带窗口的层数。</translation>
    </message>
    <message>
        <source>Whether layers have a window.</source>
        <translation>各层是否带窗口。</translation>
    </message>
    <message>
        <source>layer_types says which layers have a window.</source>
        <translation>layer_types 指明哪些层带窗口。</translation>
    </message>
    <message>
        <source>Keys that a query of a sliding layer meets.</source>
        <translation>滑动窗口层的一个查询所关注的键数。</translation>
    </message>
    <message>
        <source>The number of routed experts.</source>
        <translation>路由专家的数量。</translation>
    </message>
    <message>
        <source>The width of an expert.</source>
        <translation>单个专家的宽度。</translation>
    </message>
    <message>
        <source>The number of shared experts.</source>
        <translation>共享专家的数量。</translation>
    </message>
    <message>
        <source>The width of the shared expert.</source>
        <translation>共享专家的宽度。</translation>
    </message>
    <message>
        <source>Layers at the start with a dense MLP.</source>
        <translation>开头采用稠密 MLP 的层数。</translation>
    </message>
    <message>
        <source>The compressed vector of latent attention.</source>
        <translation>潜在注意力的压缩向量宽度。</translation>
    </message>
    <message>
        <source>The bottleneck of the queries.</source>
        <translation>查询的瓶颈宽度。</translation>
    </message>
    <message>
        <source>The width of a head without its rotary part.</source>
        <translation>单个头除旋转部分外的宽度。</translation>
    </message>
    <message>
        <source>The rotary part of a head.</source>
        <translation>单个头的旋转部分宽度。</translation>
    </message>
    <message>
        <source>The width of a head&apos;s value.</source>
        <translation>单个头的值宽度。</translation>
    </message>
    <message>
        <source>Layers that predict tokens further on.</source>
        <translation>预测更远 token 的层数。</translation>
    </message>
    <message>
        <source>Biases of the projections.</source>
        <translation>投影的偏置。</translation>
    </message>
    <message>
        <source>Norms of queries and keys.</source>
        <translation>查询和键的归一化。</translation>
    </message>
    <message>
        <source>Which kind each layer is.</source>
        <translation>每层属于哪种类型。</translation>
    </message>
    <message>
        <source>No field of this model type: its model has it so.</source>
        <translation>不是此模型类型的字段：其模型固定如此。</translation>
    </message>
    <message>
        <source>%1: the model type has no such experts, and they are not counted.</source>
        <translation>%1：该模型类型没有这种专家，不计入。</translation>
    </message>
    <message>
        <source>%1: the model type has no latent attention, and it is not counted.</source>
        <translation>%1：该模型类型没有潜在注意力，不计入。</translation>
    </message>
    <message>
        <source>%1: this part of the model is not counted.</source>
        <translation>%1：模型的这一部分不计入。</translation>
    </message>
    <message>
        <source>%1: the model type has layers that are equal in this, and they are read so.</source>
        <translation>%1：该模型类型的各层在这一点上相同，按此读取。</translation>
    </message>
    <message>
        <source>%1: the model type has no such norms of queries and keys, and they are not counted.</source>
        <translation>%1：该模型类型没有这种查询和键的归一化，不计入。</translation>
    </message>
    <message>
        <source>%1: layers that predict further tokens are not counted.</source>
        <translation>%1：预测更远 token 的层不计入。</translation>
    </message>
    <message>
        <source>How tokens are sent to experts and trained so; changes no size.</source>
        <translation>token 如何发送给专家并据此训练；不改变任何大小。</translation>
    </message>
    <message>
        <source>A constant factor or cap; changes no size.</source>
        <translation>常数因子或上限；不改变任何大小。</translation>
    </message>
    <message>
        <source>Where the model&apos;s own code is; fields are read by model type.</source>
        <translation>模型自带代码的位置；字段按模型类型读取。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is an encoder with a decoder, and only decoders are read.</source>
        <translation>“%1”是带解码器的编码器，只支持读取解码器。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is an encoder, and only decoders are read.</source>
        <translation>“%1”是编码器，只支持读取解码器。</translation>
    </message>
    <message>
        <source>The class of the model.</source>
        <translation>模型的类。</translation>
    </message>
    <message>
        <source>Architecture &apos;%1&apos; is read as a language model: parameters are counted with its embedding and unembedding.</source>
        <translation>架构“%1”按语言模型读取：参数连同其嵌入和解嵌入一并计入。</translation>
    </message>
    <message>
        <source>The nearest known one is &apos;%2&apos;.</source>
        <translation>最接近的已知类型是“%2”。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a known kind of model; this is the best reading of its fields, and counts may differ from the model&apos;s.</source>
        <translation>“%1”不是已知的模型类型；这是对其字段的最佳解读，计数可能与实际模型不同。</translation>
    </message>
    <message>
        <source>The kind of model, which is not a known one.</source>
        <translation>模型的类型，不是已知类型。</translation>
    </message>
    <message>
        <source>The file does not say its model type.</source>
        <translation>文件未说明模型类型。</translation>
    </message>
    <message>
        <source>The file does not say its model type; this is the best reading of its fields.</source>
        <translation>文件未说明模型类型；这是对其字段的最佳解读。</translation>
    </message>
    <message>
        <source>How often a layer without a window comes.</source>
        <translation>每多少层出现一个不带窗口的层。</translation>
    </message>
    <message>
        <source>No layer has a window.</source>
        <translation>没有带窗口的层。</translation>
    </message>
    <message>
        <source>Whether all heads share one key and one value.</source>
        <translation>所有头是否共用一个键和一个值。</translation>
    </message>
    <message>
        <source>Absent or null: in turn.</source>
        <translation>缺失或为 null：交替排列。</translation>
    </message>
    <message>
        <source>%1 does not say the kinds of %2 layers.</source>
        <translation>%1 未说明 %2 个层的类型。</translation>
    </message>
    <message>
        <source>Whether norms have scales and biases.</source>
        <translation>归一化是否带缩放和偏置。</translation>
    </message>
    <message>
        <source>Norms before each part, and one at the end.</source>
        <translation>每个部分之前有归一化，末尾还有一个。</translation>
    </message>
    <message>
        <source>Whether the last norm is left out.</source>
        <translation>是否省去最后的归一化。</translation>
    </message>
    <message>
        <source>The width of the embedding&apos;s table.</source>
        <translation>嵌入表的宽度。</translation>
    </message>
    <message>
        <source>Absent or null: the model&apos;s width.</source>
        <translation>缺失或为 null：模型宽度。</translation>
    </message>
    <message>
        <source>Biases of queries, keys and values.</source>
        <translation>查询、键和值的偏置。</translation>
    </message>
    <message>
        <source>Attention and MLP side by side after one norm.</source>
        <translation>注意力与 MLP 并行，共用前面的一个归一化。</translation>
    </message>
    <message>
        <source>Biases of the output and the MLP.</source>
        <translation>输出和 MLP 的偏置。</translation>
    </message>
    <message>
        <source>Whether the attention&apos;s output has a bias.</source>
        <translation>注意力的输出是否带偏置。</translation>
    </message>
    <message>
        <source>%1 shared experts of width %2 are too wide together.</source>
        <translation>%1 个宽度为 %2 的共享专家合起来过宽。</translation>
    </message>
    <message>
        <source>%1 = %2 is more than the %3 experts there are.</source>
        <translation>%1 = %2，超过专家总数 %3。</translation>
    </message>
    <message>
        <source>Every how many layers there are experts.</source>
        <translation>每多少层有一层带专家。</translation>
    </message>
    <message>
        <source>Layers with a dense MLP.</source>
        <translation>采用稠密 MLP 的层。</translation>
    </message>
    <message>
        <source>Whether some layers slide.</source>
        <translation>是否有滑动窗口层。</translation>
    </message>
    <message>
        <source>Layers at the start that meet all keys.</source>
        <translation>开头关注所有键的层数。</translation>
    </message>
    <message>
        <source>A bias of the router.</source>
        <translation>路由器的偏置。</translation>
    </message>
    <message>
        <source>Whether there are layers that predict tokens further on.</source>
        <translation>是否有预测更远 token 的层。</translation>
    </message>
    <message>
        <source>A bias of the unembedding.</source>
        <translation>解嵌入的偏置。</translation>
    </message>
    <message>
        <source>Whether a dense MLP stands beside the experts.</source>
        <translation>专家旁是否另有稠密 MLP。</translation>
    </message>
    <message>
        <source>Which layers have experts.</source>
        <translation>哪些层带专家。</translation>
    </message>
    <message>
        <source>Whether layers share keys and values.</source>
        <translation>各层是否共用键和值。</translation>
    </message>
    <message>
        <source>Layers that share keys and values.</source>
        <translation>共用键和值的层。</translation>
    </message>
    <message>
        <source>Whether the router has a bias.</source>
        <translation>路由器是否带偏置。</translation>
    </message>
    <message>
        <source>Keys that the indexer chooses.</source>
        <translation>索引器选出的键数。</translation>
    </message>
    <message>
        <source>Heads of the indexer.</source>
        <translation>索引器的头数。</translation>
    </message>
    <message>
        <source>The width of an indexer&apos;s head.</source>
        <translation>索引器单个头的宽度。</translation>
    </message>
    <message>
        <source>Which layers have an indexer of their own.</source>
        <translation>哪些层有自己的索引器。</translation>
    </message>
    <message>
        <source>Tokens that a cached entry stands for.</source>
        <translation>一个缓存条目代表的 token 数。</translation>
    </message>
    <message>
        <source>The bottleneck of the output.</source>
        <translation>输出的瓶颈宽度。</translation>
    </message>
    <message>
        <source>Groups of heads with a bottleneck each.</source>
        <translation>头的组数，每组各有一个瓶颈。</translation>
    </message>
    <message>
        <source>%1 groups do not divide %2 heads.</source>
        <translation>%1 个组不能整除 %2 个头。</translation>
    </message>
    <message>
        <source>Residual streams, whose mixing weights count.</source>
        <translation>残差流的数量，其混合权重计入。</translation>
    </message>
    <message>
        <source>Layers at the start whose tokens have fixed experts.</source>
        <translation>开头各 token 的专家固定的层数。</translation>
    </message>
    <message>
        <source>Experts that do nothing.</source>
        <translation>不做任何计算的专家数。</translation>
    </message>
    <message>
        <source>Some of the experts do nothing: a token is counted with %1 that do something, the mean.</source>
        <translation>部分专家不做任何计算：每个 token 按 %1 个有计算的专家计，即平均值。</translation>
    </message>
    <message>
        <source>Each layer has two of attention and MLP, and counts as two layers here.</source>
        <translation>每层含两组注意力和 MLP，此处计为两层。</translation>
    </message>
    <message>
        <source>Every how many layers one has full attention.</source>
        <translation>每多少层有一层采用完整注意力。</translation>
    </message>
    <message>
        <source>Value heads of linear attention.</source>
        <translation>线性注意力的值头数。</translation>
    </message>
    <message>
        <source>Key heads of linear attention.</source>
        <translation>线性注意力的键头数。</translation>
    </message>
    <message>
        <source>The width of a value head of linear attention.</source>
        <translation>线性注意力单个值头的宽度。</translation>
    </message>
    <message>
        <source>The width of a key head of linear attention.</source>
        <translation>线性注意力单个键头的宽度。</translation>
    </message>
    <message>
        <source>Taps of the short convolution.</source>
        <translation>短卷积的抽头数。</translation>
    </message>
    <message>
        <source>%1 key heads do not divide %2 value heads.</source>
        <translation>%1 个键头不能整除 %2 个值头。</translation>
    </message>
    <message>
        <source>A gate on the attention&apos;s result.</source>
        <translation>对注意力结果的门控。</translation>
    </message>
    <message>
        <source>Heads of linear attention.</source>
        <translation>线性注意力的头数。</translation>
    </message>
    <message>
        <source>Layers with full attention, from 1.</source>
        <translation>采用完整注意力的层，从 1 起编号。</translation>
    </message>
    <message>
        <source>The other layers.</source>
        <translation>其余的层。</translation>
    </message>
    <message>
        <source>Biases of the convolution and its projections.</source>
        <translation>卷积及其投影的偏置。</translation>
    </message>
    <message>
        <source>%1 = %2 is too wide for a short convolution.</source>
        <translation>%1 = %2，对短卷积来说过宽。</translation>
    </message>
    <message>
        <source>Layers with a short convolution are computed as linear attention with heads as narrow as can be; their parameters are exact.</source>
        <translation>短卷积层按头宽尽可能小的线性注意力计算；其参数量是精确的。</translation>
    </message>
    <message>
        <source>Layers with full attention.</source>
        <translation>采用完整注意力的层。</translation>
    </message>
    <message>
        <source>Whether the MLP&apos;s width is two thirds of the stated.</source>
        <translation>MLP 宽度是否为所给值的三分之二。</translation>
    </message>
    <message>
        <source>A factor of the MLP&apos;s width.</source>
        <translation>MLP 宽度的系数。</translation>
    </message>
    <message>
        <source>What the MLP&apos;s width is a multiple of.</source>
        <translation>MLP 宽度须为其倍数的值。</translation>
    </message>
    <message>
        <source>Heads of state-space layers.</source>
        <translation>状态空间层的头数。</translation>
    </message>
    <message>
        <source>The width of a state-space layer&apos;s head.</source>
        <translation>状态空间层单个头的宽度。</translation>
    </message>
    <message>
        <source>Groups of state-space layers.</source>
        <translation>状态空间层的组数。</translation>
    </message>
    <message>
        <source>The width of the state.</source>
        <translation>状态的宽度。</translation>
    </message>
    <message>
        <source>A bias of the short convolution.</source>
        <translation>短卷积的偏置。</translation>
    </message>
    <message>
        <source>Biases of a state-space layer&apos;s projections.</source>
        <translation>状态空间层投影的偏置。</translation>
    </message>
    <message>
        <source>A state-space layer&apos;s width over the model&apos;s.</source>
        <translation>状态空间层宽度与模型宽度之比。</translation>
    </message>
    <message>
        <source>State-space layers of these sizes cannot be expressed here.</source>
        <translation>这些大小的状态空间层无法在此表示。</translation>
    </message>
    <message>
        <source>State-space layers of the first kind of Mamba are computed as those of the second; their parameters are exact.</source>
        <translation>第一代 Mamba 的状态空间层按第二代计算；其参数量是精确的。</translation>
    </message>
    <message>
        <source>The bottleneck of a state-space layer&apos;s rates.</source>
        <translation>状态空间层速率的瓶颈宽度。</translation>
    </message>
    <message>
        <source>The routers&apos; correction biases, one number per expert, are left out, as in the published count.</source>
        <translation>路由器的校正偏置（每个专家一个数）不计入，与公布的参数量一致。</translation>
    </message>
    <message>
        <source>The width in which the experts work.</source>
        <translation>专家工作所在的宽度。</translation>
    </message>
    <message>
        <source>Layers with attention.</source>
        <translation>带注意力的层。</translation>
    </message>
    <message>
        <source>Which layers have attention.</source>
        <translation>哪些层带注意力。</translation>
    </message>
    <message>
        <source>Of sliding layers.</source>
        <translation>属于滑动窗口层。</translation>
    </message>
    <message>
        <source>These norms of queries and keys have no parameters.</source>
        <translation>这些查询和键的归一化没有参数。</translation>
    </message>
    <message>
        <source>Layers with positions keep to chunks, the others meet all keys.</source>
        <translation>有位置编码的层限于各自分块内，其余层关注所有键。</translation>
    </message>
    <message>
        <source>Every how many layers one meets all keys.</source>
        <translation>每多少层有一层关注所有键。</translation>
    </message>
    <message>
        <source>A gate for each head.</source>
        <translation>每个头一个门控。</translation>
    </message>
    <message>
        <source>The width of all shared experts is stated.</source>
        <translation>所给的是全部共享专家的总宽度。</translation>
    </message>
    <message>
        <source>One learned logit per head.</source>
        <translation>每个头一个可学习的 logit。</translation>
    </message>
    <message>
        <source>Width of the second embedding, one for each layer.</source>
        <translation>第二个嵌入的宽度，每层一个。</translation>
    </message>
    <message>
        <source>The width of a head of full layers.</source>
        <translation>完整注意力层单个头的宽度。</translation>
    </message>
    <message>
        <source>Whether full layers make values from keys.</source>
        <translation>完整注意力层的值是否由键得出。</translation>
    </message>
    <message>
        <source>Layers at the end that use earlier keys and values.</source>
        <translation>末尾沿用前面各层键和值的层数。</translation>
    </message>
    <message>
        <source>Whether layers with shared keys and values have MLPs twice as wide.</source>
        <translation>共用键和值的层，其 MLP 是否为两倍宽。</translation>
    </message>
    <message>
        <source>Whether experts stand beside the dense MLP.</source>
        <translation>稠密 MLP 旁是否有专家。</translation>
    </message>
    <message>
        <source>There are no experts.</source>
        <translation>没有专家。</translation>
    </message>
    <message>
        <source>%1 makes the MLP %2 wide, and it must be between 1 and %3.</source>
        <translation>%1 使 MLP 宽度为 %2，而它必须在 1 到 %3 之间。</translation>
    </message>
    <message>
        <source>Grouped KV heads, and attention and MLP side by side.</source>
        <translation>分组的 KV 头，且注意力与 MLP 并行。</translation>
    </message>
    <message>
        <source>Attention and MLP side by side.</source>
        <translation>注意力与 MLP 并行。</translation>
    </message>
    <message>
        <source>Norms of a layer.</source>
        <translation>一层的归一化。</translation>
    </message>
    <message>
        <source>The MLP&apos;s width over the model&apos;s.</source>
        <translation>MLP 宽度与模型宽度之比。</translation>
    </message>
    <message>
        <source>Whether the model is without biases.</source>
        <translation>模型是否不含偏置。</translation>
    </message>
    <message>
        <source>Positions, KV heads and norms of queries and keys.</source>
        <translation>位置、KV 头以及查询和键的归一化。</translation>
    </message>
    <message>
        <source>Positions are slopes of the attention, without weights.</source>
        <translation>位置以注意力的斜率表示，没有权重。</translation>
    </message>
    <message>
        <source>Whether positions are learned.</source>
        <translation>位置是否可学习。</translation>
    </message>
    <message>
        <source>Whether output and MLP are without biases.</source>
        <translation>输出和 MLP 是否不含偏置。</translation>
    </message>
    <message>
        <source>Whether heads share keys and values.</source>
        <translation>各头是否共用键和值。</translation>
    </message>
    <message>
        <source>Whether norms have a scale only.</source>
        <translation>归一化是否只有缩放。</translation>
    </message>
    <message>
        <source>Whether a norm stands at the end.</source>
        <translation>末尾是否有归一化。</translation>
    </message>
    <message>
        <source>Whether the MLP is gated.</source>
        <translation>MLP 是否带门控。</translation>
    </message>
    <message>
        <source>What each layer is built of.</source>
        <translation>每层由什么构成。</translation>
    </message>
    <message>
        <source>How the weights are quantised.</source>
        <translation>权重如何量化。</translation>
    </message>
    <message>
        <source>What is left as it is decides which matrices are quantised.</source>
        <translation>保持原样的部分决定哪些矩阵被量化。</translation>
    </message>
    <message>
        <source>The quantisation &apos;%1&apos; is not known here; weights are counted as %2.</source>
        <translation>此处不认识量化方式“%1”；权重按 %2 计。</translation>
    </message>
    <message>
        <source>Weights of %1 bits are counted as int4 or int8, whichever holds them.</source>
        <translation>%1 位的权重按能容纳它的 int4 或 int8 计。</translation>
    </message>
    <message>
        <source>The dtype of the routed experts.</source>
        <translation>路由专家的数据类型。</translation>
    </message>
    <message>
        <source>Besides the experts every weight is counted as %1.</source>
        <translation>除专家外，所有权重按 %1 计。</translation>
    </message>
    <message>
        <source>The object of the decoder states it, too, and wins.</source>
        <translation>解码器的对象也给出了它，以解码器的为准。</translation>
    </message>
    <message>
        <source>Holds the decoder&apos;s fields.</source>
        <translation>包含解码器的字段。</translation>
    </message>
    <message>
        <source>Holds fields of a part of the model.</source>
        <translation>包含模型某一部分的字段。</translation>
    </message>
    <message>
        <source>A size of the tower, which is counted apart.</source>
        <translation>塔的一个大小，塔另行计数。</translation>
    </message>
    <message>
        <source>Biases of the tower&apos;s projector.</source>
        <translation>塔的投影器的偏置。</translation>
    </message>
    <message>
        <source>The kind of the tower.</source>
        <translation>塔的类型。</translation>
    </message>
    <message>
        <source>The parameters of this tower are an estimate: its layers are taken as those of a plain vision transformer.</source>
        <translation>此塔的参数量是估计值：其各层按普通视觉 Transformer 的层计。</translation>
    </message>
    <message>
        <source>%1: the file states nothing of this name or a like one, and no decoder is read without it.</source>
        <translation>%1：文件没有此名称或类似名称的字段，缺少它便无法读取解码器。</translation>
    </message>
    <message>
        <source>An activation of MLPs without a gate.</source>
        <translation>不带门控的 MLP 的激活函数。</translation>
    </message>
    <message>
        <source>Norms are layer norms, with scale and bias.</source>
        <translation>归一化为层归一化，带缩放和偏置。</translation>
    </message>
    <message>
        <source>Positions are learned.</source>
        <translation>位置可学习。</translation>
    </message>
    <message>
        <source>Keys that an indexer chooses for a query.</source>
        <translation>索引器为一个查询选出的键数。</translation>
    </message>
    <message>
        <source>%1: &apos;%2&apos; is not a known kind of layer; its parameters are a guess.</source>
        <translation>%1：“%2”不是已知的层类型；其参数量为推测值。</translation>
    </message>
    <message>
        <source>query down</source>
        <translation>查询降维</translation>
    </message>
    <message>
        <source>query up</source>
        <translation>查询升维</translation>
    </message>
    <message>
        <source>KV down</source>
        <translation>KV 降维</translation>
    </message>
    <message>
        <source>KV up</source>
        <translation>KV 升维</translation>
    </message>
    <message>
        <source>compressor</source>
        <translation>压缩器</translation>
    </message>
    <message>
        <source>indexer</source>
        <translation>索引器</translation>
    </message>
    <message>
        <source>index scores</source>
        <translation>索引分数</translation>
    </message>
    <message>
        <source>convolution</source>
        <translation>卷积</translation>
    </message>
    <message>
        <source>state update</source>
        <translation>状态更新</translation>
    </message>
    <message>
        <source>output down</source>
        <translation>输出降维</translation>
    </message>
    <message>
        <source>latent down</source>
        <translation>潜在降维</translation>
    </message>
    <message>
        <source>shared in</source>
        <translation>共享输入</translation>
    </message>
    <message>
        <source>shared activation</source>
        <translation>共享激活函数</translation>
    </message>
    <message>
        <source>shared out</source>
        <translation>共享输出</translation>
    </message>
    <message>
        <source>latent up</source>
        <translation>潜在升维</translation>
    </message>
    <message>
        <source>The file lists more than %1 tensors.</source>
        <translation>文件列出的张量超过 %1 个。</translation>
    </message>
    <message>
        <source>The width of the embedding of each layer.</source>
        <translation>每层嵌入的宽度。</translation>
    </message>
    <message>
        <source>The number of residual streams.</source>
        <translation>残差流的数量。</translation>
    </message>
    <message>
        <source>The rank of the residual beside the attention.</source>
        <translation>注意力旁残差的秩。</translation>
    </message>
    <message>
        <source>Layers at the end with the keys and values of an earlier one.</source>
        <translation>末尾使用较早层的键和值的层数。</translation>
    </message>
    <message>
        <source>expert</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Layers on stage %1</source>
        <translation>阶段 %1 的层数</translation>
    </message>
    <message>
        <source>&quot;Reducing Activation Recomputation in Large Transformer Models&quot; (Korthikanti et al. 2022), for any layer</source>
        <translation>“Reducing Activation Recomputation in Large Transformer Models”（Korthikanti et al. 2022），适用于任意层</translation>
    </message>
    <message>
        <source>Activations of one layer that stay, per token (policy %1)</source>
        <translation>每 token 保留的单层激活（策略 %1）</translation>
    </message>
    <message>
        <source>Activations of one layer that stay, per token (policy %1): %2</source>
        <translation>每 token 保留的单层激活（策略 %1）：%2</translation>
    </message>
    <message>
        <source>Heads, widths and, between the blocks, tokens are divided over the tensor degree.</source>
        <translation>头、宽度以及块之间的 token 都按张量并行度切分。</translation>
    </message>
    <message>
        <source>Heads and widths are divided over the tensor degree; without sequence parallelism what is between the blocks is not.</source>
        <translation>头和宽度按张量并行度切分；没有序列并行时，块之间的部分不切分。</translation>
    </message>
    <message>
        <source>A layer that keeps nothing</source>
        <translation>不保留任何内容的层</translation>
    </message>
    <message>
        <source>One layer</source>
        <translation>一层</translation>
    </message>
    <message>
        <source>All layers</source>
        <translation>所有层</translation>
    </message>
    <message>
        <source>Stage %1: activations of a micro-batch that wait for its backward pass</source>
        <translation>阶段 %1：一个微批次等待反向传播的激活</translation>
    </message>
    <message>
        <source>Nothing is computed again</source>
        <translation>没有重计算</translation>
    </message>
    <message>
        <source>What the one layer that is computed again has more than its checkpoints, while its backward pass runs.</source>
        <translation>重计算的那一层在反向传播期间超出其检查点的部分。</translation>
    </message>
    <message>
        <source>Activations of a layer, in units of tokens x d_model</source>
        <translation>一层的激活，以 token 数 x d_model 为单位</translation>
    </message>
    <message>
        <source>Its input, which is kept</source>
        <translation>其输入，予以保留</translation>
    </message>
    <message>
        <source>Book, chapter 12: tokens go to their experts by an AllToAll</source>
        <translation>原书第 12 章：token 通过 AllToAll 到达其专家</translation>
    </message>
    <message>
        <source>&quot;Ring Attention&quot; (Liu et al. 2023); &quot;DeepSpeed Ulysses&quot; (Jacobs et al. 2023)</source>
        <translation>“Ring Attention”（Liu et al. 2023）；“DeepSpeed Ulysses”（Jacobs et al. 2023）</translation>
    </message>
    <message>
        <source>Book, chapter 5, &quot;Pipelining&quot;</source>
        <translation>原书第 5 章，“流水线”</translation>
    </message>
    <message>
        <source>&quot;Megatron-LM&quot; (Shoeybi et al. 2019) and sequence parallelism (Korthikanti et al. 2022)</source>
        <translation>“Megatron-LM”（Shoeybi et al. 2019）和序列并行（Korthikanti et al. 2022）</translation>
    </message>
    <message>
        <source>The adapter is gathered with the frozen weights.</source>
        <translation>适配器随冻结的权重一起聚集。</translation>
    </message>
    <message>
        <source>Each replica has updated its part of the weights, and the others get it.</source>
        <translation>每个副本更新了自己那部分权重，再传给其他副本。</translation>
    </message>
    <message>
        <source>Each chip of a tensor group saw its own tokens, so the gradients of the scales are summed.</source>
        <translation>张量组的每个芯片只处理了自己的 token，因此缩放参数的梯度需要求和。</translation>
    </message>
    <message>
        <source>Bytes of one number of the loss (fp32)</source>
        <translation>损失中一个数的字节数（fp32）</translation>
    </message>
    <message>
        <source>Largest logit, sum of exponentials and the target&apos;s logit</source>
        <translation>最大的 logit、指数之和以及目标的 logit</translation>
    </message>
    <message>
        <source>A tensor group gathers the tokens that its experts received.</source>
        <translation>张量组聚集其专家收到的 token。</translation>
    </message>
    <message>
        <source>Bytes of one element on its way to an expert (%1)</source>
        <translation>发往专家途中单个元素的字节数（%1）</translation>
    </message>
    <message>
        <source>The dense array: one copy of every token of the group for each of its chips; the rate says how much of it is sent.</source>
        <translation>稠密数组：组内每个 token 为组内每个芯片各备一份副本；实际发送多少由速率体现。</translation>
    </message>
    <message>
        <source>Heads are exchanged for tokens: queries, keys and values go, and the results come back.</source>
        <translation>在头与 token 之间交换切分：发出查询、键和值，收回结果。</translation>
    </message>
    <message>
        <source>Keys and values go round a ring: in all as many bytes as a gather of them.</source>
        <translation>键和值沿环传递：总字节数与 AllGather 相同。</translation>
    </message>
    <message>
        <source>Keys and values are gathered before the scores.</source>
        <translation>键和值在计算分数之前聚集。</translation>
    </message>
    <message>
        <source>The gradients of keys and values return to the shards that own them.</source>
        <translation>键和值的梯度返回到拥有它们的分片。</translation>
    </message>
    <message>
        <source>Without sequence parallelism every chip of a tensor group has all of it, and sends it.</source>
        <translation>没有序列并行时，张量组的每个芯片都持有并发送全部内容。</translation>
    </message>
    <message>
        <source>the borders of stages</source>
        <translation>阶段边界</translation>
    </message>
    <message>
        <source>Bytes of %1 between stages, %2 (%3)</source>
        <translation>阶段之间的 %1 字节数，%2（%3）</translation>
    </message>
    <message>
        <source>Exposed time of %1 of %2, %3 (%4)</source>
        <translation>%2的 %1 暴露时间，%3（%4）</translation>
    </message>
    <message>
        <source>Exposed time of %1 between stages, %2 (%3)</source>
        <translation>阶段之间的 %1 暴露时间，%2（%3）</translation>
    </message>
    <message>
        <source>Once for all micro-batches of a step.</source>
        <translation>一步的所有微批次只进行一次。</translation>
    </message>
    <message>
        <source>Array of one %1 between stages, %2 (%3)</source>
        <translation>阶段之间的单次 %1 数组，%2（%3）</translation>
    </message>
    <message>
        <source>Time of one %1 between stages, %2 (%3)</source>
        <translation>阶段之间的单次 %1 时间，%2（%3）</translation>
    </message>
    <message>
        <source>Time of %1 between stages, %2 (%3)</source>
        <translation>阶段之间的 %1 时间，%2（%3）</translation>
    </message>
    <message>
        <source>Book, chapter 12, appendix B</source>
        <translation>原书第 12 章，附录 B</translation>
    </message>
    <message>
        <source>Distinct children of %1 to which one token goes</source>
        <translation>一个 token 发往的 %1 不同子节点数</translation>
    </message>
    <message>
        <source>Distinct chips to which one token goes</source>
        <translation>一个 token 发往的不同芯片数</translation>
    </message>
    <message>
        <source>One target is always reached</source>
        <translation>只有一个目标时必然到达</translation>
    </message>
    <message>
        <source>At most as many as the token has experts, and as there are targets: an upper bound.</source>
        <translation>不超过该 token 的专家数，也不超过目标数：这是上界。</translation>
    </message>
    <message>
        <source>Each pick is independent, with repetition: the chance that none of them falls on a target.</source>
        <translation>每次选择相互独立且可重复：此为没有一次落在某个目标上的概率。</translation>
    </message>
    <message>
        <source>Chance that a target has none of a token&apos;s experts, by counting choices</source>
        <translation>某个目标上没有该 token 任何专家的概率，按选法计数得出</translation>
    </message>
    <message>
        <source>The token&apos;s experts are different ones, spread evenly over the targets: the chance that none of a target&apos;s is among them.</source>
        <translation>token 的专家各不相同，且均匀分布在各目标上：此为其中没有任何专家位于某个目标上的概率。</translation>
    </message>
    <message>
        <source>Mean number of distinct targets, worked out so that few do not round to none</source>
        <translation>不同目标的平均数，其计算方式避免数值很小时被舍入为零</translation>
    </message>
    <message>
        <source>The router is limited: a token&apos;s experts lie on at most so many nodes.</source>
        <translation>路由器受限：一个 token 的专家至多分布在这么多节点上。</translation>
    </message>
    <message>
        <source>Blocks go half way round on average, all one way</source>
        <translation>各块平均绕行半圈，且都沿同一方向</translation>
    </message>
    <message>
        <source>Two halves, two directions of two cut links</source>
        <translation>两个半边，两条被切链路的两个方向</translation>
    </message>
    <message>
        <source>Two halves over one cut link</source>
        <translation>两个半边共用一条被切链路</translation>
    </message>
    <message>
        <source>In an AllToAll half of the bytes cross the middle of each dimension: its bisection binds.</source>
        <translation>AllToAll 中有一半字节穿过每个维度的中线：受对分带宽限制。</translation>
    </message>
    <message>
        <source>Across the links of a fabric a token goes once to each child that has experts of its, and is spread inside.</source>
        <translation>经过交换网络的链路时，token 只向每个含其专家的子节点发送一次，再在内部分发。</translation>
    </message>
    <message>
        <source>Rate of an AllToAll over the %1 degree in %2</source>
        <translation>%1并行度在 %2 中的 AllToAll 速率</translation>
    </message>
    <message>
        <source>Rate of an AllToAll of tokens over the %1 degree, by the dense array</source>
        <translation>%1并行度的 token AllToAll 速率，按稠密数组计</translation>
    </message>
    <message>
        <source>Rate of an AllToAll over the %1 degree</source>
        <translation>%1并行度的 AllToAll 速率</translation>
    </message>
    <message>
        <source>Rate of a send over the %1 degree</source>
        <translation>%1并行度的发送速率</translation>
    </message>
    <message>
        <source>Time of the hops of a send over the %1 degree</source>
        <translation>%1并行度的发送跳时间</translation>
    </message>
    <message>
        <source>Every chip sends to the next stage at once: groups that step over one another share each link.</source>
        <translation>所有芯片同时向下一阶段发送：相互交错的组共享每条链路。</translation>
    </message>
    <message>
        <source>&quot;ZeRO-Offload&quot; (Ren et al. 2021)</source>
        <translation>“ZeRO-Offload”（Ren et al. 2021）</translation>
    </message>
    <message>
        <source>Memory of the host for one chip</source>
        <translation>单芯片占用的主机内存</translation>
    </message>
    <message>
        <source>Only the adapters are trained; the weights are frozen.</source>
        <translation>只训练适配器；权重冻结。</translation>
    </message>
    <message>
        <source>Experts are divided over the expert degree already, so other degrees shard them than the rest.</source>
        <translation>专家已按专家并行度切分，因此对专家分片的并行度与其余权重不同。</translation>
    </message>
    <message>
        <source>Frozen weights in their own dtype, and the adapters beside them.</source>
        <translation>冻结的权重采用其自身的数据类型，旁边另有适配器。</translation>
    </message>
    <message>
        <source>It waits on the host</source>
        <translation>它留在主机上</translation>
    </message>
    <message>
        <source>Gathered weights of all the stage&apos;s layers stay.</source>
        <translation>该阶段所有层的聚集权重都保留。</translation>
    </message>
    <message>
        <source>The layer in use</source>
        <translation>正在使用的层</translation>
    </message>
    <message>
        <source>Layers on the stage, fewer than would be held</source>
        <translation>该阶段的层数，少于本应持有的层数</translation>
    </message>
    <message>
        <source>The layer in use and those on their way.</source>
        <translation>正在使用的层和正在传来的层。</translation>
    </message>
    <message>
        <source>Any layer held may be of the largest kind.</source>
        <translation>持有的任何一层都可能是最大的类型。</translation>
    </message>
    <message>
        <source>The last stage has them</source>
        <translation>只有最后一个阶段才有</translation>
    </message>
    <message>
        <source>Of stage %1.</source>
        <translation>对应阶段 %1。</translation>
    </message>
    <message>
        <source>Nothing is held</source>
        <translation>不持有任何内容</translation>
    </message>
    <message>
        <source>Nothing is offloaded</source>
        <translation>没有卸载任何内容</translation>
    </message>
    <message>
        <source>Stage %1: optimizer state and master weights of one chip</source>
        <translation>阶段 %1：单芯片的优化器状态和主权重</translation>
    </message>
    <message>
        <source>Stage %1: FLOPs of one chip, the update included</source>
        <translation>阶段 %1：单芯片的 FLOP 数，含更新</translation>
    </message>
    <message>
        <source>Each stage has its share of the chips.</source>
        <translation>每个阶段分得一部分芯片。</translation>
    </message>
    <message>
        <source>Nothing is computed</source>
        <translation>没有任何计算</translation>
    </message>
    <message>
        <source>Adapters of one layer</source>
        <translation>一层的适配器</translation>
    </message>
    <message>
        <source>A layer without matmuls</source>
        <translation>没有矩阵乘的层</translation>
    </message>
    <message>
        <source>Trained parameters</source>
        <translation>参与训练的参数量</translation>
    </message>
    <message>
        <source>Parts of one dimension with other degrees between them gather one after the other, the outer first, while the blocks are small.</source>
        <translation>同一维度上被其他并行度隔开的各部分依次聚集，趁块还小先进行外层。</translation>
    </message>
    <message>
        <source>The weights are frozen: the gradients of the inputs pass through them, and only adapters have gradients of weights.</source>
        <translation>权重已冻结：输入的梯度穿过它们，只有适配器有权重梯度。</translation>
    </message>
    <message>
        <source>The adapter beside the frozen weights is counted with them.</source>
        <translation>冻结权重旁的适配器与其一并计入。</translation>
    </message>
    <message>
        <source>Share of the gradients of weights in %1, %2</source>
        <translation>%1中权重梯度的占比，%2</translation>
    </message>
    <message>
        <source>Time of %1, %2, in one layer</source>
        <translation>单层中%1的时间，%2</translation>
    </message>
    <message>
        <source>Of the gradients of both operands those of the weights</source>
        <translation>两个操作数的梯度中属于权重的部分</translation>
    </message>
    <message>
        <source>Tokens of one micro-batch on a chip</source>
        <translation>单芯片上一个微批次的 token 数</translation>
    </message>
    <message>
        <source>The context degree splits every sequence: a chip has a part of each.</source>
        <translation>上下文并行度切分每个序列：一个芯片持有每个序列的一部分。</translation>
    </message>
    <message>
        <source>Book, chapter 5: the batch is split over all degrees but the tensor degree and the pipeline, and cut into micro-batches</source>
        <translation>原书第 5 章：批量按除张量并行度和流水线之外的所有并行度切分，再切成微批次</translation>
    </message>
    <message>
        <source>Scalescope: added up over what one chip of a stage does</source>
        <translation>Scalescope：对阶段中一个芯片的各项工作求和</translation>
    </message>
    <message>
        <source>compute, forward</source>
        <translation>计算，前向</translation>
    </message>
    <message>
        <source>compute, gradients of the inputs</source>
        <translation>计算，输入梯度</translation>
    </message>
    <message>
        <source>compute, gradients of the weights</source>
        <translation>计算，权重梯度</translation>
    </message>
    <message>
        <source>executed FLOPs</source>
        <translation>实际执行的 FLOP 数</translation>
    </message>
    <message>
        <source>communication, forward</source>
        <translation>通信，前向</translation>
    </message>
    <message>
        <source>communication, backward</source>
        <translation>通信，反向</translation>
    </message>
    <message>
        <source>communication, once per step</source>
        <translation>通信，每步一次</translation>
    </message>
    <message>
        <source>One layer: %1 (%2)</source>
        <translation>一层：%1（%2）</translation>
    </message>
    <message>
        <source>What follows the last layer: %1 (%2)</source>
        <translation>最后一层之后的部分：%1（%2）</translation>
    </message>
    <message>
        <source>Embedding: %1 (%2)</source>
        <translation>嵌入：%1（%2）</translation>
    </message>
    <message>
        <source>one chip</source>
        <translation>单芯片</translation>
    </message>
    <message>
        <source>Nothing of the kind is on this stage</source>
        <translation>该阶段没有此类内容</translation>
    </message>
    <message>
        <source>Stage %1: %2 (%3)</source>
        <translation>阶段 %1：%2（%3）</translation>
    </message>
    <message>
        <source>Nothing is sent beyond the last stage, or back beyond the first</source>
        <translation>最后一个阶段不再向后发送，第一个阶段不再向前回传</translation>
    </message>
    <message>
        <source>The end of the model, beyond which nothing is sent</source>
        <translation>模型的末端，不再向外发送</translation>
    </message>
    <message>
        <source>Degrees that lie next to one another form one ring or line.</source>
        <translation>相邻的并行度组成一个环或一条线。</translation>
    </message>
    <message>
        <source>Steps of the run</source>
        <translation>训练运行的步数</translation>
    </message>
    <message>
        <source>Fraction of the time that makes progress which is kept</source>
        <translation>有效产出率：取得并得以保留的进展所占的时间比例</translation>
    </message>
    <message>
        <source>Size of a checkpoint</source>
        <translation>检查点的大小</translation>
    </message>
    <message>
        <source>Time to write a checkpoint</source>
        <translation>写入一个检查点的时间</translation>
    </message>
    <message>
        <source>Time between failures of any chip</source>
        <translation>任一芯片发生故障的平均间隔</translation>
    </message>
    <message>
        <source>Interval between checkpoints that loses least</source>
        <translation>损失最小的检查点间隔</translation>
    </message>
    <message>
        <source>Young 1974, &quot;A first order approximation to the optimum checkpoint interval&quot;</source>
        <translation>Young 1974，“A first order approximation to the optimum checkpoint interval”</translation>
    </message>
    <message>
        <source>A failure loses half an interval on average</source>
        <translation>一次故障平均损失半个间隔</translation>
    </message>
    <message>
        <source>The square root</source>
        <translation>平方根</translation>
    </message>
    <message>
        <source>No shorter than it takes to write one.</source>
        <translation>不短于写入一个检查点所需的时间。</translation>
    </message>
    <message>
        <source>All of the time</source>
        <translation>全部时间</translation>
    </message>
    <message>
        <source>Nothing fails and nothing is saved.</source>
        <translation>没有故障，也不保存。</translation>
    </message>
    <message>
        <source>Nothing fails; writing checkpoints takes its part.</source>
        <translation>没有故障；写入检查点占用一部分时间。</translation>
    </message>
    <message>
        <source>No less than nothing</source>
        <translation>不小于零</translation>
    </message>
    <message>
        <source>Each failure costs the work since the last checkpoint and the restart.</source>
        <translation>每次故障损失自上一个检查点以来的工作，外加重启时间。</translation>
    </message>
    <message>
        <source>Book, chapter 5, &quot;Data parallelism&quot;</source>
        <translation>原书第 5 章，“数据并行”</translation>
    </message>
    <message>
        <source>Of the whole model: weights, master weights and optimizer state of what is trained.</source>
        <translation>整个模型的检查点：权重，以及被训练部分的主权重和优化器状态。</translation>
    </message>
    <message>
        <source>A run that only fails never ends: this is its time without failures.</source>
        <translation>故障不断的训练运行永远无法完成：此处为没有故障时的时间。</translation>
    </message>
    <message>
        <source>Every step takes the expected time; checkpoints, failures and restarts stretch the run.</source>
        <translation>每步都用预期时间；检查点、故障和重启会拉长训练运行。</translation>
    </message>
    <message>
        <source>All chips write their part at once.</source>
        <translation>所有芯片同时写入各自的部分。</translation>
    </message>
    <message>
        <source>Any failed chip stops the run.</source>
        <translation>任一芯片发生故障都会中断训练运行。</translation>
    </message>
    <message>
        <source>Interval between checkpoints</source>
        <translation>检查点间隔</translation>
    </message>
    <message>
        <source>Sequences of one micro-batch of a data shard</source>
        <translation>一个数据分片的一个微批次的序列数</translation>
    </message>
    <message>
        <source>Scalescope: what is offloaded crosses the host&apos;s link</source>
        <translation>Scalescope：卸载的内容经过主机链路</translation>
    </message>
    <message>
        <source>fully overlapped</source>
        <translation>完全重叠</translation>
    </message>
    <message>
        <source>nothing overlapped</source>
        <translation>完全不重叠</translation>
    </message>
    <message>
        <source>expected</source>
        <translation>预期</translation>
    </message>
    <message>
        <source>Stage %1: forward pass of a micro-batch, %2</source>
        <translation>阶段 %1：一个微批次的前向传播，%2</translation>
    </message>
    <message>
        <source>Stage %1: backward pass of a micro-batch, %2</source>
        <translation>阶段 %1：一个微批次的反向传播，%2</translation>
    </message>
    <message>
        <source>Stage %1: gradients of the inputs of a micro-batch, %2</source>
        <translation>阶段 %1：一个微批次的输入梯度，%2</translation>
    </message>
    <message>
        <source>Stage %1: gradients of the weights of a micro-batch, %2</source>
        <translation>阶段 %1：一个微批次的权重梯度，%2</translation>
    </message>
    <message>
        <source>The timed pass has none</source>
        <translation>计时范围内没有此项</translation>
    </message>
    <message>
        <source>What a stage other than the slowest adds while the pipeline fills and drains: its own micro-batch, once.</source>
        <translation>除最慢阶段外，其他阶段在流水线填充和排空时增加的时间：各自一个微批次，只计一次。</translation>
    </message>
    <message>
        <source>Gradients of the weights fill the gaps; what is left counts from a stage&apos;s own start to its own end.</source>
        <translation>权重梯度填补空隙；剩余部分从该阶段自身开始计到自身结束。</translation>
    </message>
    <message>
        <source>Gradients of the weights fill the gap of the forward and of the backward pass</source>
        <translation>权重梯度填补前向和反向传播的空隙</translation>
    </message>
    <message>
        <source>Interleaved chunks: a stage passes on its first chunk, not all of them.</source>
        <translation>交错的块：阶段先传出第一个块，而不必等所有块完成。</translation>
    </message>
    <message>
        <source>One stage takes its micro-batches one after the other</source>
        <translation>只有一个阶段，逐个处理微批次</translation>
    </message>
    <message>
        <source>Stages before it</source>
        <translation>之前的阶段数</translation>
    </message>
    <message>
        <source>Itself</source>
        <translation>该阶段自身</translation>
    </message>
    <message>
        <source>A forward and a backward pass</source>
        <translation>一次前向和一次反向传播</translation>
    </message>
    <message>
        <source>All forward passes come before the first backward pass.</source>
        <translation>所有前向传播都在第一次反向传播之前完成。</translation>
    </message>
    <message>
        <source>A stage starts as many micro-batches as there are stages behind it before its first backward pass.</source>
        <translation>阶段在首次反向传播之前启动的微批次数，等于从它到末尾的阶段数。</translation>
    </message>
    <message>
        <source>Counted in chunks of a stage, of which a micro-batch has several.</source>
        <translation>以阶段的块计数，每个微批次有若干块。</translation>
    </message>
    <message>
        <source>Activations are held until the late gradients of the weights are done.</source>
        <translation>激活一直保留到延后的权重梯度计算完成。</translation>
    </message>
    <message>
        <source>Scalescope: chunks of layers go round the stages; what does not divide is spread from the second chunk on</source>
        <translation>Scalescope：层块轮流分给各阶段；除不尽的层从第二个块起分摊</translation>
    </message>
    <message>
        <source>These layers do not fit so many stages: one average stage is given.</source>
        <translation>这些层无法均分到这么多阶段：给出的是一个平均阶段。</translation>
    </message>
    <message>
        <source>The first chunk, which embeds, and the last, which unembeds, take one more only when all others have.</source>
        <translation>负责嵌入的第一个块和负责解嵌入的最后一个块，在其他块都多取一层之后才会多取一层。</translation>
    </message>
    <message>
        <source>Counted along the order of the kinds</source>
        <translation>按层类型的顺序计数</translation>
    </message>
    <message>
        <source>Its chunks that take one layer of those that do not divide</source>
        <translation>该阶段分得一个余数层的块数</translation>
    </message>
    <message>
        <source>Out after the forward pass and back for the backward one</source>
        <translation>前向传播后送出，反向传播前取回</translation>
    </message>
    <message>
        <source>Nothing crosses the host&apos;s link in the timed pass</source>
        <translation>计时范围内没有数据经过主机链路</translation>
    </message>
    <message>
        <source>Activations go out and come back one after the other; the optimizer&apos;s state streams both ways at once.</source>
        <translation>激活先送出再取回，依次进行；优化器状态则双向同时流式传输。</translation>
    </message>
    <message>
        <source>The update is not in the time</source>
        <translation>更新不计入该时间</translation>
    </message>
    <message>
        <source>Stage %1: compute of a step</source>
        <translation>阶段 %1：一步的计算</translation>
    </message>
    <message>
        <source>Stage %1: communication of the %2 degree</source>
        <translation>阶段 %1：%2并行度的通信</translation>
    </message>
    <message>
        <source>Communication is counted with the gradients of the inputs.</source>
        <translation>通信与输入梯度一并计入。</translation>
    </message>
    <message>
        <source>Stage %1: update by the optimizer</source>
        <translation>阶段 %1：优化器更新</translation>
    </message>
    <message>
        <source>Stage %1: time of the host&apos;s link</source>
        <translation>阶段 %1：主机链路的时间</translation>
    </message>
    <message>
        <source>Stage %1: all micro-batches, %2</source>
        <translation>阶段 %1：所有微批次，%2</translation>
    </message>
    <message>
        <source>Stage %1: what it adds to fill and drain, %2</source>
        <translation>阶段 %1：为填充和排空增加的时间，%2</translation>
    </message>
    <message>
        <source>Stage %1: micro-batches in flight</source>
        <translation>阶段 %1：在途的微批次数</translation>
    </message>
    <message>
        <source>Time of the host&apos;s link in a step</source>
        <translation>一步中主机链路的时间</translation>
    </message>
    <message>
        <source>Bubble of the pipeline</source>
        <translation>流水线气泡</translation>
    </message>
    <message>
        <source>On the slowest stage, which is stage %1.</source>
        <translation>位于最慢的阶段，即阶段 %1。</translation>
    </message>
    <message>
        <source>What the other stages add while the pipeline fills and drains</source>
        <translation>其他阶段在流水线填充和排空时增加的时间</translation>
    </message>
    <message>
        <source>Stages that are alike are counted together.</source>
        <translation>相同的阶段合并计数。</translation>
    </message>
    <message>
        <source>The first micro-batch&apos;s way over all borders and the last one&apos;s back</source>
        <translation>第一个微批次穿过所有边界以及最后一个微批次返回的时间</translation>
    </message>
    <message>
        <source>The last stage sends nothing on</source>
        <translation>最后一个阶段不再向后发送</translation>
    </message>
    <message>
        <source>Stage %1 is the slowest; the others add their own micro-batch while the pipeline fills and drains.</source>
        <translation>阶段 %1 最慢；其他阶段在流水线填充和排空时各增加自己的一个微批次。</translation>
    </message>
    <message>
        <source>One stage: there is nothing to fill or drain</source>
        <translation>只有一个阶段：无需填充或排空</translation>
    </message>
    <message>
        <source>Communication and host traffic that nothing hides</source>
        <translation>无法隐藏的通信和主机流量</translation>
    </message>
    <message>
        <source>What the expected step has beyond compute and the bubble; the exposed parts of the collectives and of the host add up to it.</source>
        <translation>预期步时间中除计算和气泡之外的部分；各集合通信与主机的暴露部分之和即为此值。</translation>
    </message>
    <message>
        <source>Network time of what may hide under compute</source>
        <translation>可隐藏在计算之下的网络时间</translation>
    </message>
    <message>
        <source>Exposed fraction of the %1 degree&apos;s traffic</source>
        <translation>%1并行度流量的暴露比例</translation>
    </message>
    <message>
        <source>Exposed communication of the %1 degree</source>
        <translation>%1并行度的暴露通信</translation>
    </message>
    <message>
        <source>What is offloaded crosses the host&apos;s link longer than compute or the network take.</source>
        <translation>卸载的内容经过主机链路的时间长于计算或网络的时间。</translation>
    </message>
    <message>
        <source>Time of the optimizer&apos;s update in a step</source>
        <translation>一步中优化器更新的时间</translation>
    </message>
    <message>
        <source>What may not hide, and what of the rest is still to send when compute is done.</source>
        <translation>不可隐藏的部分，以及其余部分中到计算完成时仍未发送的部分。</translation>
    </message>
    <message>
        <source>weights of routed experts</source>
        <translation>路由专家的权重</translation>
    </message>
    <message>
        <source>adapters of routed experts</source>
        <translation>路由专家的适配器</translation>
    </message>
    <message>
        <source>adapters</source>
        <translation>适配器</translation>
    </message>
    <message>
        <source>What a chip would hold if no other degree divided it further.</source>
        <translation>若没有其他并行度进一步切分，一个芯片会持有的量。</translation>
    </message>
    <message>
        <source>The first stage holds the embedding, the last one the unembedding; a tied matrix is on both.</source>
        <translation>第一个阶段持有嵌入，最后一个阶段持有解嵌入；绑定的矩阵两边都有。</translation>
    </message>
    <message>
        <source>A stage without weights</source>
        <translation>没有权重的阶段</translation>
    </message>
    <message>
        <source>Of one layer on a chip: %1</source>
        <translation>单芯片上一层的%1</translation>
    </message>
    <message>
        <source>Of the tensor shard of a chip on stage %1: %2</source>
        <translation>阶段 %1 上单芯片张量分片的%2</translation>
    </message>
    <message>
        <source>Of the tensor shard of a chip: %1</source>
        <translation>单芯片张量分片的%1</translation>
    </message>
    <message>
        <source>The whole sequence</source>
        <translation>整个序列</translation>
    </message>
    <message>
        <source>experts&apos; FSDP</source>
        <translation>专家 FSDP</translation>
    </message>
    <message>
        <source>experts&apos; data</source>
        <translation>专家数据</translation>
    </message>
    <message>
        <source>recomputed layer</source>
        <translation>重计算的层</translation>
    </message>
    <message>
        <source>GPipe (Huang et al. 2019); 1F1B (Narayanan et al. 2019); interleaved (Narayanan et al. 2021); zero bubble (Qi et al. 2023)</source>
        <translation>GPipe（Huang et al. 2019）；1F1B（Narayanan et al. 2019）；交错（Narayanan et al. 2021）；零气泡（Qi et al. 2023）</translation>
    </message>
    <message>
        <source>Stages like this one</source>
        <translation>与此相同的阶段数</translation>
    </message>
    <message>
        <source>Some of the stages (%1)</source>
        <translation>部分阶段（%1）</translation>
    </message>
    <message>
        <source>Adapter of one %1 on a chip</source>
        <translation>单芯片上一个%1的适配器</translation>
    </message>
    <message>
        <source>Adapter of one %1</source>
        <translation>一个%1的适配器</translation>
    </message>
    <message>
        <source>&quot;LoRA&quot; (Hu et al. 2021): two matrices of the rank beside each matrix</source>
        <translation>“LoRA”（Hu et al. 2021）：每个矩阵旁有两个该秩的矩阵</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>假设集</translation>
    </message>
    <message>
        <source>The book&apos;s assumptions or realistic ones, all at once; custom when single ones differ.</source>
        <translation>一次采用原书的全部假设或现实的全部假设；有个别假设不同时为自定义。</translation>
    </message>
    <message>
        <source>Rates</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>Peak rates, or those times the measured efficiencies of the hardware, with its start-up times and its reserve.</source>
        <translation>峰值速率，或峰值速率乘以硬件的实测效率，并计入其启动时间和预留。</translation>
    </message>
    <message>
        <source>Routing of tokens</source>
        <translation>token 路由</translation>
    </message>
    <message>
        <source>How many chips a token goes to: those of distinct experts, of independent picks, or at most as many as it has experts.</source>
        <translation>一个 token 发往多少个芯片：按互不相同的专家、按独立选择，或按至多等于其专家数。</translation>
    </message>
    <message>
        <source>Small reductions</source>
        <translation>小规模归约</translation>
    </message>
    <message>
        <source>Whether the reductions of the norms&apos; gradients and of the loss over the tensor degree are counted.</source>
        <translation>是否计入张量并行度上归一化梯度和损失的归约。</translation>
    </message>
    <message>
        <source>Checkpoints are</source>
        <translation>检查点计法</translation>
    </message>
    <message>
        <source>Counted: about 20, 7 or 1 times tokens x d_model for each layer. Tensors: the sum of those that are kept.</source>
        <translation>按计数：每层约为 token 数 x d_model 的 20、7 或 1 倍。按张量：所保留张量之和。</translation>
    </message>
    <message>
        <source>Whether gathered weights, the layer computed again, logits and communication buffers are counted in memory.</source>
        <translation>内存中是否计入聚集的权重、重计算的层、logits 和通信缓冲区。</translation>
    </message>
    <message>
        <source>HBM efficiency</source>
        <translation>HBM 效率</translation>
    </message>
    <message>
        <source>Fraction of the HBM bandwidth that operations reach.</source>
        <translation>算子可达到的 HBM 带宽比例。</translation>
    </message>
    <message>
        <source>Expert traffic hidden</source>
        <translation>专家流量隐藏</translation>
    </message>
    <message>
        <source>Fraction of the tokens&apos; way to their experts and back that may hide under compute.</source>
        <translation>token 往返专家的流量中可隐藏在计算之下的比例。</translation>
    </message>
    <message>
        <source>Context traffic hidden</source>
        <translation>上下文流量隐藏</translation>
    </message>
    <message>
        <source>Fraction of the ring of keys and values that may hide under compute; other exchanges hide no more than tensor traffic.</source>
        <translation>键和值的环传递中可隐藏在计算之下的比例；其他交换方式的隐藏比例不超过张量流量。</translation>
    </message>
    <message>
        <source>Pipeline traffic hidden</source>
        <translation>流水线流量隐藏</translation>
    </message>
    <message>
        <source>Fraction of the transfers between stages that may hide under compute, beside those of fill and drain.</source>
        <translation>阶段间传输中可隐藏在计算之下的比例，填充和排空的传输除外。</translation>
    </message>
    <message>
        <source>Host traffic hidden</source>
        <translation>主机流量隐藏</translation>
    </message>
    <message>
        <source>Fraction of the offloaded bytes&apos; way that may hide under compute.</source>
        <translation>卸载字节的传输中可隐藏在计算之下的比例。</translation>
    </message>
    <message>
        <source>Measured matmul efficiency</source>
        <translation>实测矩阵乘效率</translation>
    </message>
    <message>
        <source>Fraction of the peak that large matmuls reach; counts with calibrated rates.</source>
        <translation>大型矩阵乘可达到的峰值比例；采用校准速率时生效。</translation>
    </message>
    <message>
        <source>Measured HBM efficiency</source>
        <translation>实测 HBM 效率</translation>
    </message>
    <message>
        <source>Fraction of the HBM bandwidth that streams reach; counts with calibrated rates.</source>
        <translation>流式读写可达到的 HBM 带宽比例；采用校准速率时生效。</translation>
    </message>
    <message>
        <source>Kernel launch</source>
        <translation>内核启动</translation>
    </message>
    <message>
        <source>Time to start one operation; counts with calibrated rates.</source>
        <translation>启动一个算子的时间；采用校准速率时生效。</translation>
    </message>
    <message>
        <source>Measured reserve</source>
        <translation>实测预留</translation>
    </message>
    <message>
        <source>HBM that driver and runtime keep; counts with calibrated rates.</source>
        <translation>驱动程序和运行时占用的 HBM；采用校准速率时生效。</translation>
    </message>
    <message>
        <source>Measured link efficiency</source>
        <translation>实测链路效率</translation>
    </message>
    <message>
        <source>Fraction of the bandwidth that collectives reach; counts with calibrated rates.</source>
        <translation>集合通信可达到的带宽比例；采用校准速率时生效。</translation>
    </message>
    <message>
        <source>Measured start-up</source>
        <translation>实测启动时间</translation>
    </message>
    <message>
        <source>Time to start a collective over this network, where latency is added; counts with calibrated rates.</source>
        <translation>延迟按相加计算时，在此网络上启动一次集合通信的时间；采用校准速率时生效。</translation>
    </message>
    <message>
        <source>Pipeline stages</source>
        <translation>流水线阶段</translation>
    </message>
    <message>
        <source>Stages of layers, each on its own chips; micro-batches pass from one to the next.</source>
        <translation>由若干层组成的阶段数，各用自己的芯片；微批次从一个阶段传到下一个阶段。</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Chips that split each sequence, and exchange keys and values for attention.</source>
        <translation>切分每个序列并为注意力交换键和值的芯片数。</translation>
    </message>
    <message>
        <source>Expert</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>Chips that split the experts and send tokens to them; the other weights see them as replicas.</source>
        <translation>切分专家并向其发送 token 的芯片数；对其余权重而言，它们是副本。</translation>
    </message>
    <message>
        <source>The order in which the degrees are laid on the networks, innermost first; degrees that are not named stay where the default has them: tensor, expert, context, fsdp, data, pipeline.</source>
        <translation>各并行度在网络上布置的顺序，由内到外；未列出的并行度保持默认位置：张量、专家、上下文、全分片、数据、流水线。</translation>
    </message>
    <message>
        <source>Micro-batches</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>Into which each data shard&apos;s batch is cut: gradients are accumulated over them, and a pipeline passes them on.</source>
        <translation>每个数据分片的批量切成的微批次数：梯度在其间累积，流水线逐个传递它们。</translation>
    </message>
    <message>
        <source>Micro-batch size</source>
        <translation>微批次大小</translation>
    </message>
    <message>
        <source>Sequences of one micro-batch of one data shard; setting it sets how many micro-batches there are.</source>
        <translation>一个数据分片的一个微批次的序列数；设置它即确定微批次数。</translation>
    </message>
    <message>
        <source>Pipeline schedule</source>
        <translation>流水线调度</translation>
    </message>
    <message>
        <source>In which order the stages work: all forwards first, one forward one backward, interleaved chunks, or with weight gradients in the gaps.</source>
        <translation>各阶段的工作顺序：先完成所有前向、一前向一反向、交错的块，或用权重梯度填补空隙。</translation>
    </message>
    <message>
        <source>Chunks per stage</source>
        <translation>每阶段块数</translation>
    </message>
    <message>
        <source>Chunks of layers on each stage, also called virtual stages; interleaved schedule.</source>
        <translation>每个阶段的层块数，也称虚拟阶段；用于交错调度。</translation>
    </message>
    <message>
        <source>Sequence parallelism</source>
        <translation>序列并行</translation>
    </message>
    <message>
        <source>Activations between the blocks are split over the tensor degree too: gather and scatter instead of AllReduce.</source>
        <translation>块之间的激活也按张量并行度切分：以 AllGather 和 ReduceScatter 代替 AllReduce。</translation>
    </message>
    <message>
        <source>Exchange of context</source>
        <translation>上下文交换</translation>
    </message>
    <message>
        <source>Keys and values go round a ring, are gathered at once, or heads are exchanged for tokens (Ulysses).</source>
        <translation>键和值沿环传递、一次聚集，或在头与 token 之间交换切分（Ulysses）。</translation>
    </message>
    <message>
        <source>Tensor inside experts</source>
        <translation>专家内张量切分</translation>
    </message>
    <message>
        <source>Experts are split over the tensor degree; otherwise its chips hold whole experts and share them out.</source>
        <translation>专家按张量并行度切分；否则组内芯片持有完整专家，并分摊这些专家。</translation>
    </message>
    <message>
        <source>Nodes per token</source>
        <translation>每 token 节点数</translation>
    </message>
    <message>
        <source>A router that is limited sends a token to experts on at most so many nodes; 0: on any.</source>
        <translation>受限的路由器只把 token 发往至多这么多节点上的专家；0：任意节点。</translation>
    </message>
    <message>
        <source>Dispatch dtype</source>
        <translation>分发数据类型</translation>
    </message>
    <message>
        <source>Dtype of the tokens on their way to the experts; their results and gradients come as bf16.</source>
        <translation>token 发往专家途中的数据类型；其结果和梯度以 bf16 返回。</translation>
    </message>
    <message>
        <source>0 replicates, 1 shards the optimizer over the replicas, 2 the gradients too, 3 the weights too.</source>
        <translation>0：复制；1：将优化器分片到各副本；2：梯度也分片；3：权重也分片。</translation>
    </message>
    <message>
        <source>Shard over context and experts</source>
        <translation>按上下文和专家分片</translation>
    </message>
    <message>
        <source>Weights other than the experts&apos; are sharded over fsdp, context and expert, not over fsdp alone.</source>
        <translation>专家以外的权重按全分片、上下文和专家并行度分片，而不只按全分片。</translation>
    </message>
    <message>
        <source>Prefetched layers</source>
        <translation>预取层数</translation>
    </message>
    <message>
        <source>Layers whose weights are gathered ahead of use; with none, gathers wait.</source>
        <translation>提前聚集权重的层数；为零时，聚集需等待。</translation>
    </message>
    <message>
        <source>Keep gathered weights</source>
        <translation>保留聚集的权重</translation>
    </message>
    <message>
        <source>Gathered weights stay for the backward pass and the next micro-batches, instead of being gathered again.</source>
        <translation>聚集的权重为反向传播和后续微批次保留，而不再重新聚集。</translation>
    </message>
    <message>
        <source>One layer in</source>
        <translation>重计算间隔（层）</translation>
    </message>
    <message>
        <source>Of so many layers one is computed again; policy every_nth.</source>
        <translation>每这么多层中重计算一层；用于“每 n 层一次”策略。</translation>
    </message>
    <message>
        <source>Attention kernel</source>
        <translation>注意力内核</translation>
    </message>
    <message>
        <source>Fused: scores stay on the chip. Stored: they are kept for the backward pass, where checkpoints are summed from tensors.</source>
        <translation>融合：分数留在片上。存储：检查点按张量求和时，分数为反向传播保留。</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Masks of dropout are kept, where checkpoints are summed from tensors.</source>
        <translation>检查点按张量求和时，保留 dropout 掩码。</translation>
    </message>
    <message>
        <source>Offloaded activations</source>
        <translation>卸载激活</translation>
    </message>
    <message>
        <source>Fraction of the kept activations that waits on the host: out after the forward pass, back for the backward one.</source>
        <translation>所保留激活中留在主机上的比例：前向传播后送出，反向传播前取回。</translation>
    </message>
    <message>
        <source>Offloaded optimizer</source>
        <translation>卸载优化器</translation>
    </message>
    <message>
        <source>Optimizer state and master weights stay on the host and stream through the chip once per step.</source>
        <translation>优化器状态和主权重留在主机上，每步流经芯片一次。</translation>
    </message>
    <message>
        <source>Chunks of the loss</source>
        <translation>损失分块数</translation>
    </message>
    <message>
        <source>Parts in which logits and loss are computed; only one part is in memory.</source>
        <translation>计算 logits 和损失时分成的块数；内存中只有一块。</translation>
    </message>
    <message>
        <source>AdamW keeps two fp32 moments per parameter, or two of bf16, its 8-bit form two bytes, SGD and Muon one moment.</source>
        <translation>AdamW 每个参数保留两个 fp32 矩，或两个 bf16 矩，其 8 位形式保留两个字节；SGD 和 Muon 保留一个矩。</translation>
    </message>
    <message>
        <source>LoRA rank</source>
        <translation>LoRA 秩</translation>
    </message>
    <message>
        <source>Rank of adapters beside every matmul of the layers, which are trained alone; 0 trains all weights. With weights of 4 bits this is QLoRA.</source>
        <translation>各层每个矩阵乘旁适配器的秩，只训练适配器；0 表示训练所有权重。权重为 4 位时即 QLoRA。</translation>
    </message>
    <message>
        <source>Time between failures</source>
        <translation>故障间隔</translation>
    </message>
    <message>
        <source>Mean time between failures of one chip; unknown: nothing fails. Llama 3&apos;s H100s failed every 50,700 hours (2024).</source>
        <translation>单个芯片的平均故障间隔；未知：没有故障。训练 Llama 3 的 H100 每 50,700 小时发生一次故障（2024）。</translation>
    </message>
    <message>
        <source>Checkpoint interval</source>
        <translation>检查点间隔</translation>
    </message>
    <message>
        <source>Time between two checkpoints; unknown: the one that loses least.</source>
        <translation>两个检查点之间的时间；未知：取损失最小的间隔。</translation>
    </message>
    <message>
        <source>Checkpoint bandwidth</source>
        <translation>检查点带宽</translation>
    </message>
    <message>
        <source>Bytes per second that one chip writes to storage.</source>
        <translation>单个芯片每秒写入存储的字节数。</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>重启</translation>
    </message>
    <message>
        <source>Time from a failure to the next step, without what is computed again.</source>
        <translation>从发生故障到下一步的时间，不含重新计算的部分。</translation>
    </message>
    <message>
        <source>There are &apos;book&apos; and &apos;realistic&apos;.</source>
        <translation>可用的有“book”和“realistic”。</translation>
    </message>
    <message>
        <source>Expert degree %1, but the model has no experts.</source>
        <translation>专家并行度为 %1，但模型没有专家。</translation>
    </message>
    <message>
        <source>1 works; data or fsdp splits the tokens likewise.</source>
        <translation>可取 1；data 或 fsdp 同样能切分 token。</translation>
    </message>
    <message>
        <source>Experts split over expert x tensor = %1 x %4 chips: that does not divide the %2 experts.</source>
        <translation>专家切分到 expert x tensor = %1 x %4 个芯片上：不能整除 %2 个专家。</translation>
    </message>
    <message>
        <source>Expert degree %1 does not divide the %2 experts.</source>
        <translation>专家并行度 %1 不能整除 %2 个专家。</translation>
    </message>
    <message>
        <source>Ulysses shares the heads of a tensor shard among the context degree: %1 does not fit %2 heads over %4.</source>
        <translation>Ulysses 把每个张量分片的头再分给上下文并行度：%2 个头按 %4 切分后，不能再分给 %1。</translation>
    </message>
    <message>
        <source>Nearest that works: %3; ring and all_gather take any.</source>
        <translation>最接近的可用值：%3；ring 和 all_gather 可取任意值。</translation>
    </message>
    <message>
        <source>%1 stages for %2 layers: each needs at least one, and there are at most %4 stages.</source>
        <translation>%2 层分为 %1 个阶段：每个阶段至少需要一层，且最多 %4 个阶段。</translation>
    </message>
    <message>
        <source>%1 chunks on each of %4 stages are more than the %2 layers.</source>
        <translation>%4 个阶段各 %1 块，多于总共的 %2 层。</translation>
    </message>
    <message>
        <source>The interleaved schedule needs a multiple of the %2 stages, not %1 micro-batches.</source>
        <translation>交错调度要求微批次数是阶段数 %2 的倍数，而不是 %1。</translation>
    </message>
    <message>
        <source>The zero-bubble schedule over %2 stages needs at least %4 micro-batches, not %1.</source>
        <translation>%2 个阶段的零气泡调度至少需要 %4 个微批次，而不是 %1 个。</translation>
    </message>
    <message>
        <source>%1 layers do not divide into %2 chunks: stages are uneven, and the fullest sets the pace.</source>
        <translation>%1 层不能均分为 %2 块：各阶段不均匀，由最满的阶段决定节奏。</translation>
    </message>
    <message>
        <source>The chip&apos;s host link is unknown, so what is offloaded cannot be timed.</source>
        <translation>芯片的主机链路未知，因此无法对卸载的数据计时。</translation>
    </message>
    <message>
        <source>Enter its bandwidth, or keep everything on the chip.</source>
        <translation>请填入其带宽，或将全部数据保留在芯片上。</translation>
    </message>
    <message>
        <source>%5 = %1 = %2, but the cluster has %3 chips.</source>
        <translation>%5 = %1 = %2，但集群有 %3 个芯片。</translation>
    </message>
    <message>
        <source>fsdp %4 with the other degrees as they are fills it.</source>
        <translation>其他并行度不变，fsdp %4 可用满集群。</translation>
    </message>
    <message>
        <source>With every other degree 1, data 1 x fsdp %4 x tensor %6 fills it.</source>
        <translation>其他并行度均为 1 时，data 1 x fsdp %4 x tensor %6 可用满集群。</translation>
    </message>
    <message>
        <source>A data shard&apos;s %1 sequences are cut into %2 micro-batches: less than one sequence each.</source>
        <translation>一个数据分片的 %1 个序列被切成 %2 个微批次：每个不足一个序列。</translation>
    </message>
    <message>
        <source>The batch does not divide: %1 sequences for each micro-batch of %2 data shards.</source>
        <translation>批量不能均分：%2 个数据分片的每个微批次含 %1 个序列。</translation>
    </message>
    <message>
        <source>gpipe</source>
        <translation>GPipe</translation>
    </message>
    <message>
        <source>1f1b</source>
        <translation>1F1B</translation>
    </message>
    <message>
        <source>interleaved</source>
        <translation>交错</translation>
    </message>
    <message>
        <source>zero_bubble</source>
        <translation>零气泡</translation>
    </message>
    <message>
        <source>every_nth</source>
        <translation>每 n 层一次</translation>
    </message>
    <message>
        <source>tensor_context_expert</source>
        <translation>张量·上下文·专家</translation>
    </message>
    <message>
        <source>expert_tensor</source>
        <translation>专家·张量</translation>
    </message>
    <message>
        <source>context_tensor</source>
        <translation>上下文·张量</translation>
    </message>
    <message>
        <source>tensor_fsdp_expert</source>
        <translation>张量·全分片·专家</translation>
    </message>
    <message>
        <source>tensor_pipeline</source>
        <translation>张量·流水线</translation>
    </message>
    <message>
        <source>pipeline_tensor</source>
        <translation>流水线·张量</translation>
    </message>
    <message>
        <source>fsdp_pipeline_data</source>
        <translation>全分片·流水线·数据</translation>
    </message>
    <message>
        <source>pipeline_fsdp_data</source>
        <translation>流水线·全分片·数据</translation>
    </message>
    <message>
        <source>ring</source>
        <translation>环</translation>
    </message>
    <message>
        <source>all_gather</source>
        <translation>AllGather</translation>
    </message>
    <message>
        <source>ulysses</source>
        <translation>Ulysses</translation>
    </message>
    <message>
        <source>fused</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>stored</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>按张量</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>calibrated</source>
        <translation>校准值</translation>
    </message>
    <message>
        <source>book</source>
        <translation>原书</translation>
    </message>
    <message>
        <source>realistic</source>
        <translation>实际</translation>
    </message>
    <message>
        <source>pipeline, back</source>
        <translation>流水线（回传）</translation>
    </message>
    <message>
        <source>weight gradient</source>
        <translation>权重梯度</translation>
    </message>
    <message>
        <source>reduction</source>
        <translation>归约</translation>
    </message>
    <message>
        <source>Nothing that is timed is on this stage</source>
        <translation>该阶段上没有计时的工作</translation>
    </message>
    <message>
        <source>Nothing is timed</source>
        <translation>没有计时的工作</translation>
    </message>
    <message>
        <source>pipeline %1</source>
        <translation>流水线 %1</translation>
    </message>
    <message>
        <source>context degree %1</source>
        <translation>上下文并行 %1</translation>
    </message>
    <message>
        <source>expert %1</source>
        <translation>专家 %1</translation>
    </message>
    <message>
        <source>cache</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>draft</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>Each expert has an adapter of its own, which sees the tokens that are sent to it.</source>
        <translation>每个专家都有自己的适配器，处理发送给该专家的 token。</translation>
    </message>
    <message>
        <source>Book, chapter 8: proportional to one over the throughput per chip</source>
        <translation>原书第 8 章：与每芯片吞吐量的倒数成正比</translation>
    </message>
    <message>
        <source>Output tokens of one replica per second, undisturbed</source>
        <translation>一个副本每秒的输出 token 数，不受干扰</translation>
    </message>
    <message>
        <source>Output tokens per second and chip, undisturbed</source>
        <translation>每芯片每秒的输出 token 数，不受干扰</translation>
    </message>
    <message>
        <source>Output tokens of one sequence per second, undisturbed</source>
        <translation>一个序列每秒的输出 token 数，不受干扰</translation>
    </message>
    <message>
        <source>Time per output token, undisturbed</source>
        <translation>每输出 token 时间，不受干扰</translation>
    </message>
    <message>
        <source>Time of one loop, everything overlapped</source>
        <translation>一轮循环的时间，完全重叠</translation>
    </message>
    <message>
        <source>Time of one loop, nothing overlapped</source>
        <translation>一轮循环的时间，完全不重叠</translation>
    </message>
    <message>
        <source>Nothing proposes tokens: a loop is a step.</source>
        <translation>没有提议 token：一轮循环就是一步。</translation>
    </message>
    <message>
        <source>Tokens are proposed one after the other, and one pass of the model checks them all.</source>
        <translation>token 逐个提议，再由模型的一次前向全部检验。</translation>
    </message>
    <message>
        <source>The token that the check adds</source>
        <translation>检验所增加的 token</translation>
    </message>
    <message>
        <source>Nothing proposes tokens.</source>
        <translation>没有提议 token。</translation>
    </message>
    <message>
        <source>Every proposed token is right.</source>
        <translation>提议的每个 token 都正确。</translation>
    </message>
    <message>
        <source>Certainty</source>
        <translation>必然事件的概率</translation>
    </message>
    <message>
        <source>Tokens count up to the first wrong one, and the check itself yields one more.</source>
        <translation>到第一个错误的 token 为止的都计入，检验本身再产生一个。</translation>
    </message>
    <message>
        <source>Tokens per second over those without speculation</source>
        <translation>每秒 token 数与不用推测解码时之比</translation>
    </message>
    <message>
        <source>Nothing proposes tokens</source>
        <translation>没有提议 token</translation>
    </message>
    <message>
        <source>At the same batch, both undisturbed by prefills.</source>
        <translation>批量相同，两者均不受预填充干扰。</translation>
    </message>
    <message>
        <source>Chips of all decode slices</source>
        <translation>所有解码切片的芯片数</translation>
    </message>
    <message>
        <source>Output tokens per second of the deployment</source>
        <translation>整个部署每秒的输出 token 数</translation>
    </message>
    <message>
        <source>Time to the first token, without a queue</source>
        <translation>首 token 时间，不计排队</translation>
    </message>
    <message>
        <source>The prefill itself yields the first token.</source>
        <translation>预填充本身就产生首 token。</translation>
    </message>
    <message>
        <source>A prompt takes as many steps as it has pieces, each longer by a piece.</source>
        <translation>提示词分几块就需几步，每步因一块而变长。</translation>
    </message>
    <message>
        <source>The first token</source>
        <translation>首 token</translation>
    </message>
    <message>
        <source>Time of a mean request, without a queue</source>
        <translation>平均请求的时间，不计排队</translation>
    </message>
    <message>
        <source>Chips of a prefill slice</source>
        <translation>一个预填充切片的芯片数</translation>
    </message>
    <message>
        <source>Chips of the deployment</source>
        <translation>整个部署的芯片数</translation>
    </message>
    <message>
        <source>A million tokens</source>
        <translation>一百万个 token</translation>
    </message>
    <message>
        <source>Tokens of prompts per second of one prefill replica</source>
        <translation>一个预填充副本每秒处理的提示词 token 数</translation>
    </message>
    <message>
        <source>Cost of a million output tokens</source>
        <translation>一百万个输出 token 的成本</translation>
    </message>
    <message>
        <source>Cost of a million input tokens</source>
        <translation>一百万个输入 token 的成本</translation>
    </message>
    <message>
        <source>Energy of a million output tokens</source>
        <translation>一百万个输出 token 的能耗</translation>
    </message>
    <message>
        <source>Energy of a million input tokens</source>
        <translation>一百万个输入 token 的能耗</translation>
    </message>
    <message>
        <source>At the throughput of decode while no prefill disturbs it.</source>
        <translation>按不受预填充干扰时的解码吞吐量计。</translation>
    </message>
    <message>
        <source>At the throughput of prefill, tokens found in caches included.</source>
        <translation>按预填充的吞吐量计，包括在缓存中找到的 token。</translation>
    </message>
    <message>
        <source>Batch above which arithmetic outlasts reading the weights</source>
        <translation>计算时间超过读取权重时间的批量下限</translation>
    </message>
    <message>
        <source>Arithmetic grows with the batch, the weights are read once: this closed form is what halving finds on the engine.</source>
        <translation>计算量随批量增长，权重只读一次：此闭式解与在引擎上用二分法求得的结果一致。</translation>
    </message>
    <message>
        <source>The smallest batch, found by halving on the engine, whose arithmetic takes as long as reading the weights</source>
        <translation>计算时间与读取权重时间相等的最小批量，在引擎上用二分法求得</translation>
    </message>
    <message>
        <source>More sequences meet more experts, so the weights that are read grow too: there is no closed form.</source>
        <translation>序列越多，用到的专家越多，读取的权重也随之增加：因此没有闭式解。</translation>
    </message>
    <message>
        <source>Chips that hold the same KV head</source>
        <translation>持有同一 KV 头的芯片数</translation>
    </message>
    <message>
        <source>Book, chapter 7, &quot;Sharding the KV cache&quot;</source>
        <translation>原书第 7 章，“切分 KV 缓存”</translation>
    </message>
    <message>
        <source>Each KV head is on one chip of a tensor group</source>
        <translation>每个 KV 头只在张量组的一个芯片上</translation>
    </message>
    <message>
        <source>Beyond the KV heads a tensor degree copies them, unless the cache is split over sequences or tokens.</source>
        <translation>张量并行度超过 KV 头数时会复制 KV 头，除非缓存按序列或 token 切分。</translation>
    </message>
    <message>
        <source>Largest tensor degree whose network takes no longer than its chips</source>
        <translation>网络耗时不超过芯片耗时的最大张量并行度</translation>
    </message>
    <message>
        <source>Of the powers of two that fit the model, tried one after the other</source>
        <translation>在适合该模型的 2 的幂中逐一尝试</translation>
    </message>
    <message>
        <source>Each on a slice of its own size, at this batch.</source>
        <translation>各在相应大小的切片上，采用此批量。</translation>
    </message>
    <message>
        <source>Batch of most tokens per second within memory and limits</source>
        <translation>内存和上限之内每秒 token 数最多的批量</translation>
    </message>
    <message>
        <source>The largest whole batch that keeps to them, found by halving on the engine</source>
        <translation>满足这些条件的最大整数批量，在引擎上用二分法求得</translation>
    </message>
    <message>
        <source>It fits in memory.</source>
        <translation>内存放得下。</translation>
    </message>
    <message>
        <source>Tokens are no slower than the limit.</source>
        <translation>每 token 时间不超过上限。</translation>
    </message>
    <message>
        <source>The first token is no later than the limit.</source>
        <translation>首 token 时间不超过上限。</translation>
    </message>
    <message>
        <source>Output tokens per second and chip</source>
        <translation>每芯片每秒的输出 token 数</translation>
    </message>
    <message>
        <source>Of the chips that decode.</source>
        <translation>按解码芯片计。</translation>
    </message>
    <message>
        <source>Output tokens of one sequence per second</source>
        <translation>一个序列每秒的输出 token 数</translation>
    </message>
    <message>
        <source>Time of one loop of decode</source>
        <translation>一轮解码循环的时间</translation>
    </message>
    <message>
        <source>Tokens that a sequence gains in one loop</source>
        <translation>一个序列在一轮循环中得到的 token 数</translation>
    </message>
    <message>
        <source>Time per output token, prefills included</source>
        <translation>每输出 token 时间，含预填充</translation>
    </message>
    <message>
        <source>Chips of a replica (%1)</source>
        <translation>一个副本的芯片数（%1）</translation>
    </message>
    <message>
        <source>Replicas on a slice (%1)</source>
        <translation>一个切片上的副本数（%1）</translation>
    </message>
    <message>
        <source>State of one sequence in one layer, on one chip</source>
        <translation>单芯片上一个序列在一层中的状态</translation>
    </message>
    <message>
        <source>Keys and values of one sequence in one layer, on one chip</source>
        <translation>单芯片上一个序列在一层中的键和值</translation>
    </message>
    <message>
        <source>State of one sequence on one chip</source>
        <translation>单芯片上一个序列的状态</translation>
    </message>
    <message>
        <source>Keys and values of one sequence on one chip</source>
        <translation>单芯片上一个序列的键和值</translation>
    </message>
    <message>
        <source>All heads read the same compressed vectors: every chip of a tensor group has a copy.</source>
        <translation>所有头读取相同的压缩向量：张量组的每个芯片各有一份拷贝。</translation>
    </message>
    <message>
        <source>The chips of one KV head divide its sequences, so that nothing is copied.</source>
        <translation>同一 KV 头的各芯片分摊其序列，因此没有重复的拷贝。</translation>
    </message>
    <message>
        <source>The chips of one KV head divide its tokens, so that nothing is copied.</source>
        <translation>同一 KV 头的各芯片分摊其 token，因此没有重复的拷贝。</translation>
    </message>
    <message>
        <source>Weights of one layer on a chip (%1)</source>
        <translation>单个芯片上一层的权重（%1）</translation>
    </message>
    <message>
        <source>Nothing outside the layers</source>
        <translation>各层之外没有内容</translation>
    </message>
    <message>
        <source>The first stage has the embedding and the last one the unembedding: the larger counts, beside the most layers.</source>
        <translation>第一个阶段有嵌入，最后一个阶段有解嵌入：取较大者，另加层数最多阶段的各层。</translation>
    </message>
    <message>
        <source>Layers without weights</source>
        <translation>没有权重的层</translation>
    </message>
    <message>
        <source>The layers that propose tokens are there too.</source>
        <translation>提议 token 的层也在其中。</translation>
    </message>
    <message>
        <source>Weights of one %1 on a chip (%2)</source>
        <translation>单个芯片上一个%1的权重（%2）</translation>
    </message>
    <message>
        <source>Weights of the chip that has most (%1)</source>
        <translation>权重最多的芯片的权重（%1）</translation>
    </message>
    <message>
        <source>The tensor degree divides heads, MLP width and vocabulary; norms, and KV heads beyond their number, are copied.</source>
        <translation>张量并行度切分注意力头、MLP 宽度和词表；归一化则复制，超出 KV 头数时 KV 头也复制。</translation>
    </message>
    <message>
        <source>Requests per second that the deployment sustains</source>
        <translation>整个部署可持续承受的每秒请求数</translation>
    </message>
    <message>
        <source>Rate over the largest</source>
        <translation>速率与最大速率之比</translation>
    </message>
    <message>
        <source>Mean wait before a prefill begins</source>
        <translation>预填充开始前的平均等待时间</translation>
    </message>
    <message>
        <source>Mean time to the first token, under load</source>
        <translation>平均首 token 时间，有负载</translation>
    </message>
    <message>
        <source>Mean time per output token, under load</source>
        <translation>平均每输出 token 时间，有负载</translation>
    </message>
    <message>
        <source>Mean time of a request, under load</source>
        <translation>平均请求时间，有负载</translation>
    </message>
    <message>
        <source>Mean sequences decoded together on one replica</source>
        <translation>一个副本上同时解码的平均序列数</translation>
    </message>
    <message>
        <source>Mean time of a prefill without others of its batch, over the lengths of prompts</source>
        <translation>预填充的平均时间，不计同批的其他提示词，按提示词长度取平均</translation>
    </message>
    <message>
        <source>Prompts and answers have lengths that are distributed exponentially about their means.</source>
        <translation>提示词和回答的长度围绕各自的均值呈指数分布。</translation>
    </message>
    <message>
        <source>All prompts and all answers are as long as their means.</source>
        <translation>所有提示词和回答的长度都等于各自的均值。</translation>
    </message>
    <message>
        <source>It depends on the time of a prefill.</source>
        <translation>它取决于一次预填充的时间。</translation>
    </message>
    <message>
        <source>And on the time of a loop at every number of sequences, up to those of the batch.</source>
        <translation>也取决于各序列数下一轮循环的时间，直到批量中的序列数。</translation>
    </message>
    <message>
        <source>Decode replicas of all slices</source>
        <translation>所有切片的解码副本数</translation>
    </message>
    <message>
        <source>The first token comes with the prefill</source>
        <translation>首 token 随预填充产生</translation>
    </message>
    <message>
        <source>While every place of the batch is taken: what one request takes of a replica&apos;s time.</source>
        <translation>批量的位置全部占满时：一个请求占用副本的时间。</translation>
    </message>
    <message>
        <source>Prompts that the prefill slices compute at once, each by itself</source>
        <translation>各预填充切片同时计算的提示词数，每个单独计算</translation>
    </message>
    <message>
        <source>The slower of both pools sets the rate.</source>
        <translation>两个池中较慢者决定速率。</translation>
    </message>
    <message>
        <source>Memory of one chip in %1: %2</source>
        <translation>单芯片内存（%1）：%2</translation>
    </message>
    <message>
        <source>Memory of one chip in %1</source>
        <translation>单芯片内存（%1）</translation>
    </message>
    <message>
        <source>Memory of one chip for one sequence in %1: %2</source>
        <translation>一个序列占用的单芯片内存（%1）：%2</translation>
    </message>
    <message>
        <source>Sequences that the fullest chip keeps in %1</source>
        <translation>最满的芯片保留的序列数（%1）</translation>
    </message>
    <message>
        <source>The token that is known</source>
        <translation>已知的 token</translation>
    </message>
    <message>
        <source>Weights of the draft model on one chip</source>
        <translation>单芯片上草稿模型的权重</translation>
    </message>
    <message>
        <source>Cache of the draft model for one sequence, on one chip</source>
        <translation>单芯片上草稿模型为一个序列保留的缓存</translation>
    </message>
    <message>
        <source>Inner and outer width of the widest operation on a chip</source>
        <translation>单芯片上最宽算子的内宽与外宽</translation>
    </message>
    <message>
        <source>What one chip holds whatever the sequences</source>
        <translation>单芯片上与序列数无关的占用</translation>
    </message>
    <message>
        <source>Memory of one chip for one sequence</source>
        <translation>一个序列占用的单芯片内存</translation>
    </message>
    <message>
        <source>No draft model is there</source>
        <translation>没有草稿模型</translation>
    </message>
    <message>
        <source>No chip has a part of a sequence</source>
        <translation>没有芯片持有序列的任何部分</translation>
    </message>
    <message>
        <source>A sequence keeps nothing</source>
        <translation>序列不保留任何内容</translation>
    </message>
    <message>
        <source>Memory of one chip for what grows with the sequences</source>
        <translation>可供随序列数增长的部分使用的单芯片内存</translation>
    </message>
    <message>
        <source>The chip&apos;s capacity is unknown</source>
        <translation>芯片容量未知</translation>
    </message>
    <message>
        <source>Largest batch of one replica that fits</source>
        <translation>一个副本放得下的最大批量</translation>
    </message>
    <message>
        <source>Not even the weights fit</source>
        <translation>连权重都放不下</translation>
    </message>
    <message>
        <source>The chip holds less than this.</source>
        <translation>芯片容量小于此值。</translation>
    </message>
    <message>
        <source>A sequence takes no memory, or next to none: any batch fits</source>
        <translation>一个序列不占或几乎不占内存：任何批量都放得下</translation>
    </message>
    <message>
        <source>Whole sequences of one chip, times the chips that keep sequences of their own.</source>
        <translation>单芯片的整数个序列，乘以各自保留序列的芯片数。</translation>
    </message>
    <message>
        <source>Keys, values and state of one sequence over its chips</source>
        <translation>一个序列在其各芯片上的键、值和状态</translation>
    </message>
    <message>
        <source>On all chips of the replica that keep a part of it; copies are counted.</source>
        <translation>按副本中持有其一部分的所有芯片计；各份拷贝均计入。</translation>
    </message>
    <message>
        <source>Pope et al. 2022, &quot;Efficiently Scaling Transformer Inference&quot;: weights stationary in two dimensions</source>
        <translation>Pope et al. 2022，“Efficiently Scaling Transformer Inference”：二维的权重固定方式</translation>
    </message>
    <message>
        <source>&quot;Ring Attention&quot; (Liu et al. 2023), with all keys gathered</source>
        <translation>“Ring Attention”（Liu et al. 2023），所有键一次聚集</translation>
    </message>
    <message>
        <source>Time of one %1 of %2 (%3, %4)</source>
        <translation>%2的单次 %1 时间（%3，%4）</translation>
    </message>
    <message>
        <source>Array of one %1 of %2 (%3, %4)</source>
        <translation>%2的单次 %1 数组（%3，%4）</translation>
    </message>
    <message>
        <source>Queries there, results back</source>
        <translation>查询发出，结果返回</translation>
    </message>
    <message>
        <source>The chips of a KV head divide the sequences of its cache: two AllToAlls in each layer.</source>
        <translation>同一 KV 头的各芯片分摊其缓存的序列：每层两次 AllToAll。</translation>
    </message>
    <message>
        <source>There are fewer KV heads than chips of the tensor degree: those of one head divide its cache.</source>
        <translation>KV 头数少于张量并行度的芯片数：同一头的各芯片分摊其缓存。</translation>
    </message>
    <message>
        <source>Chips that share a KV head</source>
        <translation>共用一个 KV 头的芯片数</translation>
    </message>
    <message>
        <source>Of queries and results one at a time</source>
        <translation>查询和结果每次只传其一</translation>
    </message>
    <message>
        <source>Each shard of a prompt needs the keys and values of all of it.</source>
        <translation>提示词的每个分片都需要整个提示词的键和值。</translation>
    </message>
    <message>
        <source>Every row of chips has a part of each sum over d_model.</source>
        <translation>每一行芯片都持有对 d_model 的每个求和的一部分。</translation>
    </message>
    <message>
        <source>Activations of the step and of the piece travel together.</source>
        <translation>解码步与块的激活一起传输。</translation>
    </message>
    <message>
        <source>Communication of %1 (%2, %3)</source>
        <translation>%1的通信（%2，%3）</translation>
    </message>
    <message>
        <source>Collectives of what proposes a token</source>
        <translation>提议 token 部分的集合通信</translation>
    </message>
    <message>
        <source>Time of %1 of %2 (%3, %4)</source>
        <translation>%2的 %1 时间（%3，%4）</translation>
    </message>
    <message>
        <source>Time of %1 (%2)</source>
        <translation>%1的时间（%2）</translation>
    </message>
    <message>
        <source>FLOPs of one %1 (%2)</source>
        <translation>单次%1的 FLOP 数（%2）</translation>
    </message>
    <message>
        <source>FLOPs of %1 (%2)</source>
        <translation>%1的 FLOP 数（%2）</translation>
    </message>
    <message>
        <source>Weights read by one %1 (%2)</source>
        <translation>单次%1读取的权重（%2）</translation>
    </message>
    <message>
        <source>Weights read by %1 (%2)</source>
        <translation>%1读取的权重（%2）</translation>
    </message>
    <message>
        <source>Activations read and written by one %1 (%2)</source>
        <translation>单次%1读写的激活（%2）</translation>
    </message>
    <message>
        <source>Keys, values and state read by one %1 (%2)</source>
        <translation>单次%1读取的键、值和状态（%2）</translation>
    </message>
    <message>
        <source>Keys, values and state read by %1 (%2)</source>
        <translation>%1读取的键、值和状态（%2）</translation>
    </message>
    <message>
        <source>HBM traffic of one %1 (%2)</source>
        <translation>单次%1的 HBM 流量（%2）</translation>
    </message>
    <message>
        <source>Weights of %1 on a chip (%2)</source>
        <translation>单个芯片上%1的权重（%2）</translation>
    </message>
    <message>
        <source>Fraction of the experts that some token of both is sent to</source>
        <translation>两者中有 token 被发送到的专家所占比例</translation>
    </message>
    <message>
        <source>Read once for both.</source>
        <translation>两者共用，只读一次。</translation>
    </message>
    <message>
        <source>The piece sends tokens to more of the experts.</source>
        <translation>该块把 token 发送到更多的专家。</translation>
    </message>
    <message>
        <source>By itself: these assumptions add up what is read and the FLOPs, not operations.</source>
        <translation>单独列出：这些假设累加的是读取量和 FLOP 数，而不是算子。</translation>
    </message>
    <message>
        <source>Nothing is moved</source>
        <translation>不移动任何数据</translation>
    </message>
    <message>
        <source>Chips that share a KV head and divide its cache</source>
        <translation>共用一个 KV 头并分摊其缓存的芯片数</translation>
    </message>
    <message>
        <source>Without the split each of them would read all of it.</source>
        <translation>若不切分，其中每个芯片都要读取全部缓存。</translation>
    </message>
    <message>
        <source>%1, expected</source>
        <translation>%1，预期</translation>
    </message>
    <message>
        <source>%1, everything overlapped</source>
        <translation>%1，完全重叠</translation>
    </message>
    <message>
        <source>%1, nothing overlapped</source>
        <translation>%1，完全不重叠</translation>
    </message>
    <message>
        <source>%1: communication</source>
        <translation>%1：通信</translation>
    </message>
    <message>
        <source>%1: time on the chip</source>
        <translation>%1：芯片上的时间</translation>
    </message>
    <message>
        <source>%1: reading weights</source>
        <translation>%1：读取权重</translation>
    </message>
    <message>
        <source>%1: reading keys, values and state</source>
        <translation>%1：读取键、值和状态</translation>
    </message>
    <message>
        <source>%1: arithmetic</source>
        <translation>%1：计算</translation>
    </message>
    <message>
        <source>The degrees of a replica take turns: each waits for what the one before it sent.</source>
        <translation>副本的各并行度轮流发送：每个都等待前一个发送的内容。</translation>
    </message>
    <message>
        <source>Chips and networks overlap fully: the longer counts.</source>
        <translation>芯片与网络完全重叠：以较长者计。</translation>
    </message>
    <message>
        <source>Nothing overlaps: all of it adds.</source>
        <translation>完全不重叠：全部相加。</translation>
    </message>
    <message>
        <source>All communication may hide beside the chip&apos;s work, so the expected time is the lower one.</source>
        <translation>所有通信都可被芯片的工作掩盖，因此预期时间取下界。</translation>
    </message>
    <message>
        <source>A fraction of each degree&apos;s traffic may hide beside the chip&apos;s work; the rest is added.</source>
        <translation>各并行度的通信有一部分可被芯片的工作掩盖；其余相加。</translation>
    </message>
    <message>
        <source>Operations of what proposes a token</source>
        <translation>提议 token 部分的算子</translation>
    </message>
    <message>
        <source>Weights are read beside the arithmetic; a fused kernel hides the cache.</source>
        <translation>读取权重与计算并行；融合内核掩盖对缓存的读取。</translation>
    </message>
    <message>
        <source>Attention waits for the cache; the matmuls for the weights or, in large batches, for arithmetic.</source>
        <translation>注意力等待缓存；矩阵乘等待权重，批量大时则等待计算。</translation>
    </message>
    <message>
        <source>%1: bound by %2</source>
        <translation>%1：受%2限制</translation>
    </message>
    <message>
        <source>Of the chip&apos;s work arithmetic takes longest.</source>
        <translation>芯片的工作中，计算耗时最长。</translation>
    </message>
    <message>
        <source>Of the chip&apos;s work reading the weights takes longest.</source>
        <translation>芯片的工作中，读取权重耗时最长。</translation>
    </message>
    <message>
        <source>Of the chip&apos;s work reading keys, values and state takes longest.</source>
        <translation>芯片的工作中，读取键、值和状态耗时最长。</translation>
    </message>
    <message>
        <source>FLOPs of what proposes a token</source>
        <translation>提议 token 部分的 FLOP 数</translation>
    </message>
    <message>
        <source>Bytes of weights of what proposes a token</source>
        <translation>提议 token 部分的权重字节数</translation>
    </message>
    <message>
        <source>Bytes of the cache of what proposes a token</source>
        <translation>提议 token 部分的缓存字节数</translation>
    </message>
    <message>
        <source>By itself: where every operation is timed, it is not a term of the step.</source>
        <translation>单独列出：逐个算子计时时，它不是步时间中的一项。</translation>
    </message>
    <message>
        <source>%1: communication of the %2 degree</source>
        <translation>%1：%2并行度的通信</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>预填充</translation>
    </message>
    <message>
        <source>Pieces in which a prompt is computed</source>
        <translation>计算一个提示词所分的块数</translation>
    </message>
    <message>
        <source>Time of keys and values on their way from the host</source>
        <translation>键和值从主机传来的时间</translation>
    </message>
    <message>
        <source>Prompts of one prefill replica per second</source>
        <translation>一个预填充副本每秒处理的提示词数</translation>
    </message>
    <message>
        <source>Pieces of which this is the middle</source>
        <translation>以此为中间块的块数</translation>
    </message>
    <message>
        <source>Some of the pieces (%1)</source>
        <translation>部分块（%1）</translation>
    </message>
    <message>
        <source>The pieces of a prompt are computed one after the other, each with the keys of those before it.</source>
        <translation>提示词的各块依次计算，每块都用到之前各块的键。</translation>
    </message>
    <message>
        <source>What binds the last piece.</source>
        <translation>最后一块受什么限制。</translation>
    </message>
    <message>
        <source>The stage that begins</source>
        <translation>起始的阶段</translation>
    </message>
    <message>
        <source>Stages work on pieces of a prompt at once: with one piece each waits for the one before it.</source>
        <translation>各阶段同时处理一个提示词的不同块：只有一块时，每个阶段都要等待前一个阶段。</translation>
    </message>
    <message>
        <source>What comes from the host arrives beside the arithmetic.</source>
        <translation>来自主机的内容与计算并行到达。</translation>
    </message>
    <message>
        <source>A prompt is computed whole</source>
        <translation>提示整条计算</translation>
    </message>
    <message>
        <source>Tokens over those of a piece, but for what is lost in rounding</source>
        <translation>token 数除以一个分块的 token 数，舍入误差除外</translation>
    </message>
    <message>
        <source>Tokens of a prompt that are on the host</source>
        <translation>提示中位于主机上的 token 数</translation>
    </message>
    <message>
        <source>Book, chapter 7, &quot;Prefix caching&quot;</source>
        <translation>原书第 7 章，“前缀缓存”</translation>
    </message>
    <message>
        <source>Nothing comes from the host</source>
        <translation>没有数据来自主机</translation>
    </message>
    <message>
        <source>Batches of prompts follow one another, through the stages where there are several.</source>
        <translation>一批批提示相继处理；有多个阶段时依次经过各阶段。</translation>
    </message>
    <message>
        <source>FLOPs utilisation of prefill</source>
        <translation>预填充的 FLOP 利用率</translation>
    </message>
    <message>
        <source>Time of a prefill</source>
        <translation>一次预填充的时间</translation>
    </message>
    <message>
        <source>Tokens that lie in a cache count as well.</source>
        <translation>缓存中已有的 token 也计入。</translation>
    </message>
    <message>
        <source>Scalescope: the shape of a pass on one chip</source>
        <translation>Scalescope：单芯片上一趟执行的形状</translation>
    </message>
    <message>
        <source>The rate of one chip, as its file states</source>
        <translation>单芯片的速率，按其文件所述</translation>
    </message>
    <message>
        <source>A padded cache keeps room for the longest request, and reads all of it.</source>
        <translation>填充式缓存为最长的请求留出空间，并全部读取。</translation>
    </message>
    <message>
        <source>A paged cache keeps and reads what is there; half of an answer is the mean over its steps.</source>
        <translation>分页式缓存只保留和读取已有的内容；回答取一半，即为其各步的平均。</translation>
    </message>
    <message>
        <source>Attention works on sequences of its own on each chip of the expert degree, and a stage on its part of them.</source>
        <translation>注意力在专家并行度的每个芯片上处理各自的序列，每个阶段处理其中属于自己的部分。</translation>
    </message>
    <message>
        <source>One prompt</source>
        <translation>一条提示</translation>
    </message>
    <message>
        <source>One pass checks all tokens that were proposed, and yields one more.</source>
        <translation>一趟执行检查所有推测的 token，并再产生一个。</translation>
    </message>
    <message>
        <source>In the middle</source>
        <translation>居于中间</translation>
    </message>
    <message>
        <source>Where the middle one of these pieces begins</source>
        <translation>这些分块中居中一块的起点</translation>
    </message>
    <message>
        <source>Pieces before it</source>
        <translation>之前的分块数</translation>
    </message>
    <message>
        <source>The last piece is what is left of the prompt.</source>
        <translation>最后一个分块是提示的剩余部分。</translation>
    </message>
    <message>
        <source>As many tokens as a piece has at most.</source>
        <translation>取一个分块的最大 token 数。</translation>
    </message>
    <message>
        <source>The whole prompt</source>
        <translation>整条提示</translation>
    </message>
    <message>
        <source>One token is computed in any case</source>
        <translation>无论如何都要计算一个 token</translation>
    </message>
    <message>
        <source>What lies in a cache is not computed again, but the new tokens meet its keys.</source>
        <translation>缓存中已有的内容不再计算，但新 token 会遇到它的键。</translation>
    </message>
    <message>
        <source>Peak rate of one chip in %1 (%2)</source>
        <translation>%1的单芯片峰值速率（%2）</translation>
    </message>
    <message>
        <source>Layers of the longest stage in %1, over an even share</source>
        <translation>%1中最长阶段的层数，除以平均份额</translation>
    </message>
    <message>
        <source>Tokens that a sequence keeps</source>
        <translation>一个序列保留的 token 数</translation>
    </message>
    <message>
        <source>Keys that a new token meets</source>
        <translation>一个新 token 遇到的键数</translation>
    </message>
    <message>
        <source>Tokens of a prompt that are computed</source>
        <translation>提示中需要计算的 token 数</translation>
    </message>
    <message>
        <source>Scalescope: a stage has whole layers, and the longest sets the pace</source>
        <translation>Scalescope：一个阶段包含整数层，由最长的阶段决定节奏</translation>
    </message>
    <message>
        <source>Yu et al. 2022, &quot;Orca&quot;; book, chapter 7, &quot;Designing an effective inference engine&quot;</source>
        <translation>Yu et al. 2022，“Orca”；原书第 7 章，“设计高效的推理引擎”</translation>
    </message>
    <message>
        <source>Sequences of a replica that end in one loop</source>
        <translation>一个副本在一个循环中结束的序列数</translation>
    </message>
    <message>
        <source>Tokens of keys and values that leave in one loop</source>
        <translation>一个循环中移出的键和值的 token 数</translation>
    </message>
    <message>
        <source>Share of prefills</source>
        <translation>预填充的占比</translation>
    </message>
    <message>
        <source>Stall of all decodes by one prefill</source>
        <translation>一次预填充使所有解码停顿的时间</translation>
    </message>
    <message>
        <source>What a piece of a prompt adds to a step</source>
        <translation>一个提示分块给一步增加的时间</translation>
    </message>
    <message>
        <source>Requests of one replica per second</source>
        <translation>单个副本每秒的请求数</translation>
    </message>
    <message>
        <source>Output tokens of one replica per second</source>
        <translation>单个副本每秒输出的 token 数</translation>
    </message>
    <message>
        <source>Time of one loop in the long run</source>
        <translation>长期平均的一个循环的时间</translation>
    </message>
    <message>
        <source>Pieces of one prompt</source>
        <translation>一条提示的分块数</translation>
    </message>
    <message>
        <source>Requests per second that the prefill pool could serve</source>
        <translation>预填充池每秒可服务的请求数</translation>
    </message>
    <message>
        <source>Requests per second that the decode pool could serve</source>
        <translation>解码池每秒可服务的请求数</translation>
    </message>
    <message>
        <source>Prefill slices that keep one decode slice busy</source>
        <translation>使一个解码切片保持忙碌所需的预填充切片数</translation>
    </message>
    <message>
        <source>Keys, values and state of one request on their way</source>
        <translation>传输途中一个请求的键、值和状态</translation>
    </message>
    <message>
        <source>Time of the cache on its way to decode</source>
        <translation>缓存传往解码的时间</translation>
    </message>
    <message>
        <source>Load of the prefill pool at the rate that both can serve</source>
        <translation>在两池都能服务的速率下，预填充池的负载</translation>
    </message>
    <message>
        <source>Load of the decode pool at the rate that both can serve</source>
        <translation>在两池都能服务的速率下，解码池的负载</translation>
    </message>
    <message>
        <source>For every sequence that ends another one begins, and its prefill stops all decodes.</source>
        <translation>每有一个序列结束，就有另一个开始，其预填充会使所有解码停止。</translation>
    </message>
    <message>
        <source>Some steps carry a piece of a prompt, and are longer by it.</source>
        <translation>有些步带有一个提示分块，因而更长。</translation>
    </message>
    <message>
        <source>No prefill runs on these chips.</source>
        <translation>这些芯片上不运行预填充。</translation>
    </message>
    <message>
        <source>Of the time.</source>
        <translation>按时间计。</translation>
    </message>
    <message>
        <source>Every step carries a piece</source>
        <translation>每一步都带有一个分块</translation>
    </message>
    <message>
        <source>Of the steps: as many pieces are needed as sequences end, times the pieces of a prompt.</source>
        <translation>按步数计：所需的分块数等于结束的序列数乘以一条提示的分块数。</translation>
    </message>
    <message>
        <source>No prefill runs on these chips</source>
        <translation>这些芯片上不运行预填充</translation>
    </message>
    <message>
        <source>No piece rides in a step</source>
        <translation>没有分块搭载于解码步</translation>
    </message>
    <message>
        <source>Weights are read once for both; where decode waits for them, the piece&apos;s arithmetic is nearly free.</source>
        <translation>权重为两者只读一次；解码等待权重时，分块的运算几乎不额外耗时。</translation>
    </message>
    <message>
        <source>Answers end one by one, and prompts take their places.</source>
        <translation>回答逐个结束，由新的提示接替。</translation>
    </message>
    <message>
        <source>A prefill stops every decode of its chips.</source>
        <translation>一次预填充会使其芯片上的所有解码停止。</translation>
    </message>
    <message>
        <source>No prefill stops a decode</source>
        <translation>没有预填充使解码停止</translation>
    </message>
    <message>
        <source>Output tokens per second over those of an answer.</source>
        <translation>每秒输出的 token 数除以一个回答的 token 数。</translation>
    </message>
    <message>
        <source>A prompt leaves nothing</source>
        <translation>提示不留下任何内容</translation>
    </message>
    <message>
        <source>One copy of each head leaves the chips that hold it.</source>
        <translation>每个头的一份拷贝从持有它的芯片送出。</translation>
    </message>
    <message>
        <source>A chip&apos;s share of the outermost network; none was entered.</source>
        <translation>一个芯片在最外层网络中的份额；未另行填入数值。</translation>
    </message>
    <message>
        <source>Chips that share one link into it</source>
        <translation>共享一条接入链路的芯片数</translation>
    </message>
    <message>
        <source>All chips of the smaller of both replicas send or receive at once.</source>
        <translation>两个副本中较小者的所有芯片同时发送或接收。</translation>
    </message>
    <message>
        <source>The slower pool is busy all the time, the other one waits for it.</source>
        <translation>较慢的池始终忙碌，另一个池等待它。</translation>
    </message>
    <message>
        <source>%1: parameters that one chip has, but for routed experts</source>
        <translation>%1：单芯片上除路由专家外的参数量</translation>
    </message>
    <message>
        <source>%1: parameters of the experts that some token meets</source>
        <translation>%1：有 token 经过的专家的参数量</translation>
    </message>
    <message>
        <source>%1: FLOPs of routed experts on one chip</source>
        <translation>%1：单芯片上路由专家的 FLOP 数</translation>
    </message>
    <message>
        <source>Nothing of the kind</source>
        <translation>没有此类内容</translation>
    </message>
    <message>
        <source>Every parameter is read once for all sequences of the pass.</source>
        <translation>每个参数为一趟执行中的所有序列只读一次。</translation>
    </message>
    <message>
        <source>2 x parameters x tokens: every parameter counts, embeddings and norms too; of experts those that a token meets.</source>
        <translation>2 x 参数量 x token 数：每个参数都计入，包括嵌入和归一化；专家只计 token 经过的那些。</translation>
    </message>
    <message>
        <source>Scores and values of a decode step wait for the cache: their arithmetic is left out.</source>
        <translation>解码步的注意力分数与加权值要等待缓存：其运算不计入。</translation>
    </message>
    <message>
        <source>%1: bytes of weights that one chip reads</source>
        <translation>%1：单芯片读取的权重字节数</translation>
    </message>
    <message>
        <source>%1: bytes of keys, values and state that one chip reads</source>
        <translation>%1：单芯片读取的键、值和状态的字节数</translation>
    </message>
    <message>
        <source>%1: FLOPs of one chip</source>
        <translation>%1：单芯片的 FLOP 数</translation>
    </message>
    <message>
        <source>The first new token meets the older keys, the last one all</source>
        <translation>第一个新 token 遇到较早的键，最后一个遇到全部键</translation>
    </message>
    <message>
        <source>A token is among those that it sees</source>
        <translation>token 也在它所看到的 token 之列</translation>
    </message>
    <message>
        <source>The mean over the new tokens: of the keys that all queries meet, less those that the older ones did.</source>
        <translation>新 token 的平均值：所有查询遇到的键，减去较早查询遇到的键。</translation>
    </message>
    <message>
        <source>tensor rows</source>
        <translation>张量行</translation>
    </message>
    <message>
        <source>tensor columns</source>
        <translation>张量列</translation>
    </message>
    <message>
        <source>KV copies</source>
        <translation>KV 拷贝</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
    </message>
    <message>
        <source>draft model</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>%1: new tokens on one chip</source>
        <translation>%1：单芯片上的新 token 数</translation>
    </message>
    <message>
        <source>%1: sequences of the fullest chip</source>
        <translation>%1：最满的芯片上的序列数</translation>
    </message>
    <message>
        <source>Decode step</source>
        <translation>解码步</translation>
    </message>
    <message>
        <source>First decode step</source>
        <translation>第一个解码步</translation>
    </message>
    <message>
        <source>Last decode step</source>
        <translation>最后一个解码步</translation>
    </message>
    <message>
        <source>Decode step without speculation</source>
        <translation>不用推测解码的解码步</translation>
    </message>
    <message>
        <source>Draft of one token</source>
        <translation>起草一个 token</translation>
    </message>
    <message>
        <source>Piece of a prompt</source>
        <translation>提示的分块</translation>
    </message>
    <message>
        <source>Piece of a prefill</source>
        <translation>预填充的分块</translation>
    </message>
    <message>
        <source>Tokens of a sequence that one pass checks</source>
        <translation>一趟执行所检查的一个序列的 token 数</translation>
    </message>
    <message>
        <source>%1: tokens of a prompt</source>
        <translation>%1：一条提示的 token 数</translation>
    </message>
    <message>
        <source>%1: tokens of the prompt that are there before</source>
        <translation>%1：提示中此前已有的 token 数</translation>
    </message>
    <message>
        <source>%1: keys of a prompt</source>
        <translation>%1：一条提示的键数</translation>
    </message>
    <message>
        <source>Decode step with a piece</source>
        <translation>带有分块的解码步</translation>
    </message>
    <message>
        <source>Book, chapter 7, &quot;Theoretical estimates for LLM latency and throughput&quot;</source>
        <translation>原书第 7 章，“LLM 延迟与吞吐量的理论估计”</translation>
    </message>
    <message>
        <source>Book, chapter 7, &quot;Designing an effective inference engine&quot;</source>
        <translation>原书第 7 章，“设计高效的推理引擎”</translation>
    </message>
    <message>
        <source>Leviathan et al. 2023, &quot;Fast inference from transformers via speculative decoding&quot;</source>
        <translation>Leviathan et al. 2023，“Fast inference from transformers via speculative decoding”</translation>
    </message>
    <message>
        <source>Agrawal et al. 2024, &quot;Sarathi-Serve&quot;</source>
        <translation>Agrawal et al. 2024，“Sarathi-Serve”</translation>
    </message>
    <message>
        <source>Zhong et al. 2024, &quot;DistServe&quot;</source>
        <translation>Zhong et al. 2024，“DistServe”</translation>
    </message>
    <message>
        <source>book, every dimension a ring</source>
        <translation>原书，每个维度都是环</translation>
    </message>
    <message>
        <source>book, the slice as wired</source>
        <translation>原书，切片按实际布线</translation>
    </message>
    <message>
        <source>The chip&apos;s HBM bandwidth is unknown, and decode waits for little else.</source>
        <translation>芯片的 HBM 带宽未知，而解码几乎只等待它。</translation>
    </message>
    <message>
        <source>Enter it.</source>
        <translation>请输入该值。</translation>
    </message>
    <message>
        <source>A layer does not fit itself: its KV heads do not divide its heads, or a token goes to more experts than there are.</source>
        <translation>有一层自身不匹配：其 KV 头数不能整除头数，或一个 token 发往的专家多于现有专家。</translation>
    </message>
    <message>
        <source>Choose a number that does.</source>
        <translation>请选择匹配的数值。</translation>
    </message>
    <message>
        <source>Tensor degree %1 does not divide the heads and widths of the model, or neither divides its KV heads nor is a multiple of them.</source>
        <translation>张量并行度 %1 不能整除模型的头数和各宽度，或既不能整除其 KV 头数，也不是其倍数。</translation>
    </message>
    <message>
        <source>1 works; more replicas split the sequences likewise.</source>
        <translation>可取 1；更多副本同样能切分序列。</translation>
    </message>
    <message>
        <source>Expert degree %1, with the tensor degree where it holds whole experts, does not divide the experts.</source>
        <translation>专家并行度 %1（专家保持完整时连同张量并行度）不能整除专家数。</translation>
    </message>
    <message>
        <source>%1 stages for %2 layers: each needs at least one.</source>
        <translation>%2 层分为 %1 个阶段：每个阶段至少需要一层。</translation>
    </message>
    <message>
        <source>%1 rows do not divide the tensor degree %2.</source>
        <translation>%1 行不能整除张量并行度 %2。</translation>
    </message>
    <message>
        <source>A replica of %1 chips (the product of its degrees) does not divide the slice&apos;s %2.</source>
        <translation>一个副本的 %1 个芯片（其各并行度之积）不能整除切片的 %2 个芯片。</translation>
    </message>
    <message>
        <source>A replica of %1 chips (the product of its degrees) does not divide the slice&apos;s %2: with the others as they are, tensor %3 works.</source>
        <translation>一个副本的 %1 个芯片（其各并行度之积）不能整除切片的 %2 个芯片：其他并行度不变时，张量并行度可取 %3。</translation>
    </message>
    <message>
        <source>Change a degree, or the number of chips to a multiple of it.</source>
        <translation>请更改某个并行度，或将芯片数改为其倍数。</translation>
    </message>
    <message>
        <source>The degrees of a replica cannot be laid on this slice: one would break a dimension or a level in two.</source>
        <translation>副本的各并行度无法布置到此切片上：其中一个会把某个维度或层级拆成两段。</translation>
    </message>
    <message>
        <source>Nearest tensor degree that works: %1.</source>
        <translation>最接近的可用张量并行度：%1。</translation>
    </message>
    <message>
        <source>%1 sequences of %2 tokens do not fit: %3 more per chip than HBM holds.</source>
        <translation>%1 个长 %2 token 的序列放不下：每芯片比 HBM 容量多出 %3。</translation>
    </message>
    <message>
        <source>At most %4 fit.</source>
        <translation>最多可放下 %4 个。</translation>
    </message>
    <message>
        <source>Not even one sequence of %1 tokens fits: %2 of weights and reserve leave %3 of each chip&apos;s %4 for it.</source>
        <translation>连一个长 %1 token 的序列也放不下：权重和预留占 %2，每芯片的 %4 中只剩 %3 可用于它。</translation>
    </message>
    <message>
        <source>More chips to a replica, narrower weights or a shorter context would help.</source>
        <translation>让每个副本使用更多芯片、采用更窄的权重或更短的上下文会有帮助。</translation>
    </message>
    <message>
        <source>The prefill of %1 prompts needs %2 more per chip than HBM holds.</source>
        <translation>%1 条提示的预填充所需内存，每芯片比 HBM 容量多出 %2。</translation>
    </message>
    <message>
        <source>Fewer prompts at once, smaller pieces or more chips to a replica would help.</source>
        <translation>减少同时处理的提示、减小分块或让每个副本使用更多芯片会有帮助。</translation>
    </message>
    <message>
        <source>No batch keeps to %1 per token: a single sequence takes %2, %3 of it to read the weights.</source>
        <translation>没有批量能满足每 token %1：单个序列就需 %2，其中 %3 用于读取权重。</translation>
    </message>
    <message>
        <source>Relax that limit to %2, split the model over more chips, or store its weights in fewer bits.</source>
        <translation>请将该上限放宽到 %2，把模型切分到更多芯片上，或用更少的位存储权重。</translation>
    </message>
    <message>
        <source>No batch keeps to %1 until the first token: the prefill of %2 tokens alone takes %3.</source>
        <translation>没有批量能在 %1 内给出首 token：仅 %2 个 token 的预填充就需 %3。</translation>
    </message>
    <message>
        <source>Relax that limit to %3, shorten the prompts, or prefill on more chips.</source>
        <translation>请将该上限放宽到 %3，缩短提示，或用更多芯片做预填充。</translation>
    </message>
    <message>
        <source>No batch keeps to the limits with the prefills that its sequences bring.</source>
        <translation>计入其序列带来的预填充后，没有批量能满足这些上限。</translation>
    </message>
    <message>
        <source>Relax a limit, or prefill on chips of its own.</source>
        <translation>请放宽某个上限，或用专门的芯片做预填充。</translation>
    </message>
    <message>
        <source>Pieces of %1 tokens, one in each step, bring prompts in more slowly than %2 sequences end.</source>
        <translation>每步一个 %1 token 的分块，引入提示的速度慢于 %2 个序列结束的速度。</translation>
    </message>
    <message>
        <source>Larger pieces, fewer sequences or longer answers would hold the batch.</source>
        <translation>更大的分块、更少的序列或更长的回答可维持该批量。</translation>
    </message>
    <message>
        <source>%1 requests per second are more than the %2 that these servers sustain: the queue grows without end.</source>
        <translation>每秒 %1 个请求超过这些服务器可持续的 %2 个：队列会无限增长。</translation>
    </message>
    <message>
        <source>Fewer requests, more servers or a larger batch would hold it.</source>
        <translation>更少的请求、更多的服务器或更大的批量可使其稳定。</translation>
    </message>
    <message>
        <source>Queueing is worked out for at most %1 sequences on a replica.</source>
        <translation>只对每副本最多 %1 个序列的情形计算排队。</translation>
    </message>
    <message>
        <source>%1 tokens of prompt and answer are more than the %2 that the model is published for.</source>
        <translation>提示与回答共 %1 个 token，超过该模型公布的 %2 个。</translation>
    </message>
    <message>
        <source>A longest request of %2 fits.</source>
        <translation>最长请求取 %2 即可。</translation>
    </message>
    <message>
        <source>A prompt of at most %3 fits with this answer.</source>
        <translation>搭配此回答，提示最长可取 %3。</translation>
    </message>
    <message>
        <source>No prompt fits with an answer of that length; an answer of %3 does with a shorter prompt.</source>
        <translation>回答这么长时，任何提示都会超出；缩短提示并让回答取 %3 即可。</translation>
    </message>
    <message>
        <source>The longest request has %1 tokens, fewer than the mean prompt and answer together, %2; the mean is taken.</source>
        <translation>最长请求有 %1 个 token，少于提示与回答均值之和 %2；按均值计算。</translation>
    </message>
    <message>
        <source>More than the whole prompt is found in caches: one token of it is still computed.</source>
        <translation>缓存命中超过整条提示：仍要计算其中一个 token。</translation>
    </message>
    <message>
        <source>The chip&apos;s host link is unknown, so keys and values come from the host at no time.</source>
        <translation>芯片的主机链路未知，因此来自主机的键和值不计时间。</translation>
    </message>
    <message>
        <source>No draft model is chosen, so nothing is proposed.</source>
        <translation>未选择草稿模型，因此没有推测的 token。</translation>
    </message>
    <message>
        <source>Choose a smaller model of the same family.</source>
        <translation>请选择同一系列中较小的模型。</translation>
    </message>
    <message>
        <source>The draft model has %1 parameters, no fewer than the %2 of the model that it drafts for: it can only lose time.</source>
        <translation>草稿模型有 %1 个参数，不少于目标模型的 %2 个：只会浪费时间。</translation>
    </message>
    <message>
        <source>Choose a smaller one.</source>
        <translation>请选择较小的模型。</translation>
    </message>
    <message>
        <source>The model has no layers that predict tokens further on, so nothing is proposed.</source>
        <translation>该模型没有预测后续 token 的层，因此没有推测的 token。</translation>
    </message>
    <message>
        <source>A draft model would do.</source>
        <translation>可改用草稿模型。</translation>
    </message>
    <message>
        <source>%1 tokens are proposed by %2 layers: they are run again on their own results, which is less often right.</source>
        <translation>%1 个 token 由 %2 层推测：这些层在自身的结果上再次运行，正确率较低。</translation>
    </message>
    <message>
        <source>Speculation loses here: %1 times the tokens per second of plain decoding.</source>
        <translation>推测解码在此不划算：每秒 token 数只有普通解码的 %1 倍。</translation>
    </message>
    <message>
        <source>It pays while decode waits for weights: smaller batches, fewer proposed tokens.</source>
        <translation>当解码在等待权重时它才划算：减小批量，减少推测的 token。</translation>
    </message>
    <message>
        <source>Tensor degree %1 is more than the KV heads: each head&apos;s keys and values lie on %2 chips.</source>
        <translation>张量并行度 %1 大于 KV 头数：每个头的键和值存于 %2 个芯片上。</translation>
    </message>
    <message>
        <source>Splitting the cache over batch or sequence would not copy them.</source>
        <translation>按批量或序列切分缓存即可避免拷贝。</translation>
    </message>
    <message>
        <source>No network between slices is known, so the way of the KV cache takes no time.</source>
        <translation>切片之间的网络未知，因此 KV 缓存的传输不计时间。</translation>
    </message>
    <message>
        <source>Enter the bandwidth of one chip between the pools.</source>
        <translation>请输入两池之间单个芯片的带宽。</translation>
    </message>
    <message>
        <source>The chip&apos;s HBM capacity is unknown, so whether the batch fits is not known.</source>
        <translation>芯片的 HBM 容量未知，因此不知道该批量能否放下。</translation>
    </message>
    <message>
        <source>disaggregated</source>
        <translation>分离式</translation>
    </message>
    <message>
        <source>copied</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>批量</translation>
    </message>
    <message>
        <source>sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>paged</source>
        <translation>分页</translation>
    </message>
    <message>
        <source>padded</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>draft_model</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>multi_token</source>
        <translation>多 token 预测</translation>
    </message>
    <message>
        <source>fixed</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>exponential</source>
        <translation>指数分布</translation>
    </message>
    <message>
        <source>contexts</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>slices</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>types</source>
        <translation>数据类型</translation>
    </message>
    <message>
        <source>Context limit</source>
        <translation>上下文上限</translation>
    </message>
    <message>
        <source>Tokens of the longest sequence that the model is published for; 0: unknown.</source>
        <translation>模型公布的最长序列的 token 数；0：未知。</translation>
    </message>
    <message>
        <source>own</source>
        <translation>自有</translation>
    </message>
    <message>
        <source>same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>Weight dtype, served</source>
        <translation>权重数据类型，服务</translation>
    </message>
    <message>
        <source>Dtype in which weights are kept and read in serving.</source>
        <translation>服务时保存和读取权重所用的数据类型。</translation>
    </message>
    <message>
        <source>Compute dtype, served</source>
        <translation>计算数据类型，服务</translation>
    </message>
    <message>
        <source>Dtype whose peak rate the matmuls of serving run at.</source>
        <translation>服务时矩阵乘按其峰值速率运行的数据类型。</translation>
    </message>
    <message>
        <source>Activation dtype, served</source>
        <translation>激活数据类型，服务</translation>
    </message>
    <message>
        <source>Dtype in which activations are read, written and sent in serving.</source>
        <translation>服务时读写和发送激活所用的数据类型。</translation>
    </message>
    <message>
        <source>Sequences decoded together on one replica, one token of each per step.</source>
        <translation>一个副本上一起解码的序列数，每步每个序列一个 token。</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Mean tokens of a prompt.</source>
        <translation>一条提示的平均 token 数。</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Mean tokens of an answer, the first one included.</source>
        <translation>一个回答的平均 token 数，含首 token。</translation>
    </message>
    <message>
        <source>Longest request</source>
        <translation>最长请求</translation>
    </message>
    <message>
        <source>Tokens of the longest prompt with its answer, that a padded cache keeps room for and reads; unknown: the mean&apos;s.</source>
        <translation>最长提示连同其回答的 token 数，填充式缓存为其留出空间并读取；未知：取均值。</translation>
    </message>
    <message>
        <source>Place in the answer</source>
        <translation>回答中的位置</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Requests per second of the whole deployment, at random moments.</source>
        <translation>整个部署每秒的请求数，到达时刻随机。</translation>
    </message>
    <message>
        <source>Lengths</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Whether all prompts and answers have the mean length, or lengths that are distributed exponentially.</source>
        <translation>所有提示和回答都取平均长度，还是长度按指数分布。</translation>
    </message>
    <message>
        <source>Limit on the first token</source>
        <translation>首 token 时间上限</translation>
    </message>
    <message>
        <source>Time to the first token that is still good enough; unknown: any.</source>
        <translation>可接受的最长首 token 时间；未知：不限。</translation>
    </message>
    <message>
        <source>Limit on a token</source>
        <translation>每 token 时间上限</translation>
    </message>
    <message>
        <source>Time per output token that is still good enough; unknown: any.</source>
        <translation>可接受的最长每输出 token 时间；未知：不限。</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>What the curves of latency against throughput differ in: contexts, slices, or dtypes of weights and cache.</source>
        <translation>延迟与吞吐量曲线之间的区别：上下文、切片，或权重和缓存的数据类型。</translation>
    </message>
    <message>
        <source>Tensor, decode</source>
        <translation>张量（解码）</translation>
    </message>
    <message>
        <source>Chips of a replica that split heads, MLP width and vocabulary; beyond the KV heads their caches are copied or split.</source>
        <translation>一个副本中切分注意力头、MLP 宽度和词表的芯片数；超过 KV 头数时，其缓存被复制或切分。</translation>
    </message>
    <message>
        <source>Expert, decode</source>
        <translation>专家（解码）</translation>
    </message>
    <message>
        <source>Chips that split the experts; attention works on sequences of its own on each, with copies of its weights.</source>
        <translation>切分专家的芯片数；注意力在每个芯片上处理各自的序列，其权重各有一份拷贝。</translation>
    </message>
    <message>
        <source>Stages, decode</source>
        <translation>阶段（解码）</translation>
    </message>
    <message>
        <source>Stages of layers; as many groups of the sequences are under way at once.</source>
        <translation>由若干层组成的阶段数；同时处理的序列组数与之相同。</translation>
    </message>
    <message>
        <source>Rows, decode</source>
        <translation>行（解码）</translation>
    </message>
    <message>
        <source>Of the tensor degree, how many ways split d_model: above 1 weights are stationary in two dimensions.</source>
        <translation>张量并行度中用于切分 d_model 的份数：大于 1 时，权重在两个维度上驻留。</translation>
    </message>
    <message>
        <source>Decode slices</source>
        <translation>解码切片</translation>
    </message>
    <message>
        <source>Slices of the hardware that decode.</source>
        <translation>用于解码的硬件切片数。</translation>
    </message>
    <message>
        <source>Cache beyond the KV heads</source>
        <translation>超过 KV 头数时的缓存</translation>
    </message>
    <message>
        <source>What chips divide that share a KV head: nothing (each has a copy), sequences (two AllToAlls per layer), or tokens.</source>
        <translation>共用一个 KV 头的芯片之间切分什么：不切分（各有一份拷贝）、序列（每层两次 AllToAll）或 token。</translation>
    </message>
    <message>
        <source>Cache layout</source>
        <translation>缓存布局</translation>
    </message>
    <message>
        <source>Paged: a sequence keeps and reads what it has. Padded: as much as the longest.</source>
        <translation>分页：序列只保留并读取其已有的内容。填充：与最长的序列一样多。</translation>
    </message>
    <message>
        <source>Gather and scatter</source>
        <translation>聚集与分散</translation>
    </message>
    <message>
        <source>A tensor group gathers inputs and scatters results; otherwise it reduces results to all.</source>
        <translation>张量组聚集输入并分散结果（AllGather 和 ReduceScatter）；否则将结果归约到所有芯片（AllReduce）。</translation>
    </message>
    <message>
        <source>Tensor inside experts, served</source>
        <translation>专家内张量切分（推理服务）</translation>
    </message>
    <message>
        <source>Interleaved: a prefill stops the decodes of its chips. Chunked: pieces of prompts ride in decode steps. Disaggregated: on slices of its own.</source>
        <translation>交错：预填充会暂停其所在芯片的解码。分块：提示的分块随解码步一同执行。分离式：在专用的切片上进行。</translation>
    </message>
    <message>
        <source>Tensor, prefill</source>
        <translation>张量（预填充）</translation>
    </message>
    <message>
        <source>Chips of a prefill replica that split heads, MLP width and vocabulary.</source>
        <translation>一个预填充副本中切分注意力头、MLP 宽度和词表的芯片数。</translation>
    </message>
    <message>
        <source>Context, prefill</source>
        <translation>上下文（预填充）</translation>
    </message>
    <message>
        <source>Chips that split each prompt and exchange keys and values.</source>
        <translation>切分每个提示并交换键和值的芯片数。</translation>
    </message>
    <message>
        <source>Expert, prefill</source>
        <translation>专家（预填充）</translation>
    </message>
    <message>
        <source>Chips that split the experts; each computes prompts of its own.</source>
        <translation>切分专家的芯片数；每个芯片计算各自的提示。</translation>
    </message>
    <message>
        <source>Stages, prefill</source>
        <translation>阶段（预填充）</translation>
    </message>
    <message>
        <source>Stages of layers; pieces of a prompt, or prompts, follow one another.</source>
        <translation>由若干层组成的阶段数；提示的各分块或各个提示依次通过。</translation>
    </message>
    <message>
        <source>Unknown: as many as its degrees need.</source>
        <translation>未知：取其并行度所需的数量。</translation>
    </message>
    <message>
        <source>Prefill slices</source>
        <translation>预填充切片</translation>
    </message>
    <message>
        <source>Slices that prefill, beside those that decode.</source>
        <translation>除解码切片外，用于预填充的切片数。</translation>
    </message>
    <message>
        <source>Prompts at once</source>
        <translation>同时处理的提示数</translation>
    </message>
    <message>
        <source>Prompts that one prefill computes together.</source>
        <translation>一次预填充同时计算的提示数。</translation>
    </message>
    <message>
        <source>Pieces of a prefill</source>
        <translation>预填充分块</translation>
    </message>
    <message>
        <source>Tokens of the pieces in which a prompt is computed one after another; 0: whole.</source>
        <translation>依次计算提示时每个分块的 token 数；0：整个提示。</translation>
    </message>
    <message>
        <source>Prefill chip</source>
        <translation>预填充芯片</translation>
    </message>
    <message>
        <source>The hardware of the prefill slices, where it differs.</source>
        <translation>预填充切片的硬件，仅在与解码不同时设置。</translation>
    </message>
    <message>
        <source>Bandwidth between slices</source>
        <translation>切片间带宽</translation>
    </message>
    <message>
        <source>Of one chip, on the way of the KV cache from prefill to decode; unknown: of the outermost network.</source>
        <translation>KV 缓存从预填充传到解码时，单个芯片的带宽；未知：取最外层网络的带宽。</translation>
    </message>
    <message>
        <source>Piece in a decode step</source>
        <translation>解码步中的分块</translation>
    </message>
    <message>
        <source>Tokens of a prompt that ride in a decode step at most.</source>
        <translation>一个解码步最多附带的提示 token 数。</translation>
    </message>
    <message>
        <source>Prefix in HBM</source>
        <translation>HBM 中的前缀</translation>
    </message>
    <message>
        <source>Fraction of a prompt whose keys and values lie in HBM already, from a prompt with the same beginning.</source>
        <translation>提示中键和值已在 HBM 中的比例，来自开头相同的提示。</translation>
    </message>
    <message>
        <source>Prefix on the host</source>
        <translation>主机上的前缀</translation>
    </message>
    <message>
        <source>Fraction of a prompt whose keys and values come from the host&apos;s memory.</source>
        <translation>提示中键和值来自主机内存的比例。</translation>
    </message>
    <message>
        <source>Speculation</source>
        <translation>推测解码</translation>
    </message>
    <message>
        <source>Tokens are proposed by a draft model, or by the model&apos;s own layers for tokens further on, and checked in one pass.</source>
        <translation>token 由草稿模型，或由模型自身预测后续 token 的层提出，再经一次前向传播检查。</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>The smaller model that proposes tokens.</source>
        <translation>提出 token 的较小模型。</translation>
    </message>
    <message>
        <source>Proposed tokens</source>
        <translation>提出的 token 数</translation>
    </message>
    <message>
        <source>Tokens that are proposed before each check.</source>
        <translation>每次检查之前提出的 token 数。</translation>
    </message>
    <message>
        <source>Acceptance</source>
        <translation>接受率</translation>
    </message>
    <message>
        <source>Chance that one proposed token is right.</source>
        <translation>提出的一个 token 正确的概率。</translation>
    </message>
    <message>
        <source>No length in whole tokens that a sequence may have.</source>
        <translation>不是序列可取的整数 token 长度。</translation>
    </message>
    <message>
        <source>The longest sequence before the rotary positions&apos; factor.</source>
        <translation>乘以旋转位置的因子之前的最长序列。</translation>
    </message>
    <message>
        <source>Another field states a sequence as long or longer.</source>
        <translation>另一字段给出的序列同样长或更长。</translation>
    </message>
    <message>
        <source>The learned positions are the longest sequence.</source>
        <translation>可学习位置的数量即最长序列的长度。</translation>
    </message>
    <message>
        <source>Its factor stretches the longest sequence.</source>
        <translation>其因子会延长最长序列。</translation>
    </message>
    <message>
        <source>The longest sequence that the model is published for.</source>
        <translation>模型公布的最长序列。</translation>
    </message>
    <message>
        <source>The unembedding&apos;s matrix is the embedding&apos;s.</source>
        <translation>输出嵌入的矩阵就是输入嵌入的矩阵。</translation>
    </message>
    <message>
        <source>Queueing theory: Pollaczek and Khinchine; Little 1961; Allen and Cunneen 1978; Fuhrmann and Cooper 1985</source>
        <translation>排队论：Pollaczek 和 Khinchine；Little 1961；Allen 和 Cunneen 1978；Fuhrmann 和 Cooper 1985</translation>
    </message>
    <message>
        <source>Worked out in closed form, by the method below</source>
        <translation>按下述方法以闭式求得</translation>
    </message>
    <message>
        <source>A prompt that waits is prefilled before the next decode step of its replica: M/G/1 with vacations. Between prefills the decodes are a birth-death chain.</source>
        <translation>等待的提示词在其副本的下一个解码步之前预填充：带休假的 M/G/1。两次预填充之间，解码是一条生灭链。</translation>
    </message>
    <message>
        <source>A step carries a piece of the first prompt that waits, and takes longer by it: a birth-death chain of two phases, with and without a prompt.</source>
        <translation>每一步携带队首提示词的一块，并因此变长：有提示词与没有提示词两个阶段的生灭链。</translation>
    </message>
    <message>
        <source>The prefill servers take prompts from one queue: M/G/c. The sequences of a decode replica are a birth-death chain.</source>
        <translation>各预填充服务器从同一队列取提示词：M/G/c。一个解码副本上的序列构成一条生灭链。</translation>
    </message>
    <message>
        <source>Mean square of the time of a prefill, over the lengths of prompts</source>
        <translation>预填充时间的均方值（对提示词长度取平均）</translation>
    </message>
    <message>
        <source>Half of what is left of a prefill under way, on average</source>
        <translation>进行中的预填充平均还剩的时间的一半</translation>
    </message>
    <message>
        <source>The FLOPs that count as arithmetic, over what the chips could do.</source>
        <translation>计入运算的 FLOPs 与芯片所能完成的之比。</translation>
    </message>
    <message>
        <source>Book, chapter 7, &quot;Distributing inference over multiple accelerators&quot;</source>
        <translation>原书第 7 章，&quot;Distributing inference over multiple accelerators&quot;</translation>
    </message>
    <message>
        <source>Book, chapter 7, &quot;What about memory?&quot;: keys and values of every token, head and layer</source>
        <translation>原书第 7 章，&quot;What about memory?&quot;：每个 token、头和层的键与值</translation>
    </message>
    <message>
        <source>Book, chapter 4, &quot;Counting transformer parameters&quot;, divided as chapter 7, &quot;Distributing inference over multiple accelerators&quot;, does</source>
        <translation>原书第 4 章，&quot;Counting transformer parameters&quot;，并按第 7 章 &quot;Distributing inference over multiple accelerators&quot; 切分</translation>
    </message>
    <message>
        <source>Part of such a layer in routed experts</source>
        <translation>这样一层中属于路由专家的部分</translation>
    </message>
    <message>
        <source>The rest of it</source>
        <translation>其余部分</translation>
    </message>
    <message>
        <source>Book, chapter 8, &quot;What&apos;s the LLaMA serving story?&quot;: weights, and a cache for every sequence</source>
        <translation>原书第 8 章，&quot;What&apos;s the LLaMA serving story?&quot;：权重，以及每个序列的缓存</translation>
    </message>
    <message>
        <source>Book, chapter 7, &quot;Distributing inference over multiple accelerators&quot;, on prefill</source>
        <translation>原书第 7 章，&quot;Distributing inference over multiple accelerators&quot;，关于预填充</translation>
    </message>
    <message>
        <source>No chip has a part of a prompt</source>
        <translation>没有芯片只持有提示词的一部分</translation>
    </message>
    <message>
        <source>Book, chapter 7, &quot;Continuous batching&quot;</source>
        <translation>原书第 7 章，&quot;Continuous batching&quot;</translation>
    </message>
    <message>
        <source>Book, chapter 8, &quot;What about prefill?&quot;</source>
        <translation>原书第 8 章，&quot;What about prefill?&quot;</translation>
    </message>
    <message>
        <source>Book, chapter 8, &quot;Serving LLaMA 3-70B on TPUs&quot;</source>
        <translation>原书第 8 章，&quot;Serving LLaMA 3-70B on TPUs&quot;</translation>
    </message>
    <message>
        <source>Part of those chips that has a sequence</source>
        <translation>这些芯片中有序列的那一部分</translation>
    </message>
    <message>
        <source>Choose a smaller one, such as %3.</source>
        <translation>请选择更小的模型，例如 %3。</translation>
    </message>
    <message>
        <source>How much of the answer is there when a decode step is looked at: one half is the mean over all steps of answers of one length, 1 of exponentially distributed ones, 0 the first step.</source>
        <translation>观察解码步时回答已完成的比例：二分之一是等长回答所有步的平均，1 是指数分布回答的平均，0 是第一步。</translation>
    </message>
    <message>
        <source>The HBM bandwidth of the chip that prefills is unknown.</source>
        <translation>预填充芯片的 HBM 带宽未知。</translation>
    </message>
    <message>
        <source>requests/s</source>
        <translation>请求/s</translation>
    </message>
</context>
<context>
    <name>scalescope::ArraysDiagram</name>
    <message>
        <source>Arrays on the devices</source>
        <translation>设备上的数组</translation>
    </message>
    <message>
        <source>The arrays cannot be read.</source>
        <translation>无法读取数组。</translation>
    </message>
    <message>
        <source>One device holds everything.</source>
        <translation>一个设备持有全部数据。</translation>
    </message>
    <message>
        <source>Each of the %1 devices holds one block of each array. Numbers are devices.</source>
        <translation>%1 个设备各持有每个数组的一个块。数字为设备编号。</translation>
    </message>
    <message>
        <source>%1: %2, %3.</source>
        <translation>%1：%2，%3。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>Array</source>
        <translation>数组</translation>
    </message>
    <message>
        <source>Notation</source>
        <translation>记法</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Shape per device</source>
        <translation>每设备形状</translation>
    </message>
    <message>
        <source>Bytes per device</source>
        <translation>每设备字节数</translation>
    </message>
    <message>
        <source>Bytes in all</source>
        <translation>总字节数</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>副本数</translation>
    </message>
    <message>
        <source>Padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>Terms of a sum</source>
        <translation>求和项数</translation>
    </message>
    <message>
        <source>%1 only padding</source>
        <translation>%1 仅为填充</translation>
    </message>
    <message>
        <source>%1 %2 to %3</source>
        <translation>%1 %2 到 %3</translation>
    </message>
    <message>
        <source>one number</source>
        <translation>一个数</translation>
    </message>
    <message>
        <source>%1 blocks of %2, %3 each</source>
        <translation>%1 个 %2 的块，每块 %3</translation>
    </message>
    <message>
        <source>the first on device %1 (%2)</source>
        <translation>第一个在设备 %1（%2）上</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>on device %1 (%2)</source>
        <translation>在设备 %1（%2）上</translation>
    </message>
    <message>
        <source>on devices %1 and %2 more</source>
        <translation>在设备 %1 及另外 %2 个设备上</translation>
    </message>
    <message>
        <source>on devices %1</source>
        <translation>在设备 %1 上</translation>
    </message>
    <message>
        <source>all with %1</source>
        <translation>均满足 %1</translation>
    </message>
    <message>
        <source>each holds a term of a sum over %1</source>
        <translation>各持有沿 %1 求和的一项</translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <translation>%1 = %2</translation>
    </message>
    <message>
        <source>%1 over %2</source>
        <translation>%1，沿 %2</translation>
    </message>
    <message>
        <source>%1 per device</source>
        <translation>每设备 %1</translation>
    </message>
    <message>
        <source>%1 in all</source>
        <translation>共 %1</translation>
    </message>
    <message>
        <source>%1 copies</source>
        <translation>%1 个副本</translation>
    </message>
    <message>
        <source>%1 terms {U_%2}</source>
        <translation>%1 项 {U_%2}</translation>
    </message>
    <message>
        <source>%1 is padding</source>
        <translation>%1 为填充</translation>
    </message>
    <message>
        <source>%1 blocks, %2 to a cell</source>
        <translation>%1 个块，每格 %2 个</translation>
    </message>
    <message>
        <source>No arrays</source>
        <translation>没有数组</translation>
    </message>
</context>
<context>
    <name>scalescope::AttainedPlot</name>
    <message>
        <source>FLOP/s against batch</source>
        <translation>FLOP/s 随批量的变化</translation>
    </message>
    <message>
        <source>Wide matmuls reach the peak at smaller batches; this one at %1.</source>
        <translation>宽的矩阵乘在较小的批量下就达到峰值；此矩阵乘在 %1 时达到。</translation>
    </message>
    <message>
        <source>Wide matmuls reach the peak at smaller batches; this one never does.</source>
        <translation>宽的矩阵乘在较小的批量下就达到峰值；此矩阵乘永远达不到。</translation>
    </message>
    <message>
        <source>Now %1 at a batch of %2.</source>
        <translation>当前为 %1，批量为 %2。</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批量</translation>
    </message>
    <message>
        <source>FLOP/s</source>
        <translation>FLOP/s</translation>
    </message>
    <message>
        <source>never</source>
        <translation>永不</translation>
    </message>
    <message>
        <source>batch, rows</source>
        <translation>批量（行数）</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>峰值 %1</translation>
    </message>
    <message>
        <source>memory-bound</source>
        <translation>受内存带宽限制</translation>
    </message>
    <message>
        <source>memory-bound at every batch</source>
        <translation>任何批量下都受内存带宽限制</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>当前 %1</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>dense, %1</source>
        <translation>稠密，%1</translation>
    </message>
    <message>
        <source>Compute-bound above B = %1</source>
        <translation>超过 B = %1 时受计算限制</translation>
    </message>
    <message>
        <source>(%1 of the peak)</source>
        <translation>（峰值的 %1）</translation>
    </message>
    <message>
        <source>compute %1, %2 %3</source>
        <translation>计算 %1，%2 %3</translation>
    </message>
    <message>
        <source>%1 of a ridge of %2 FLOP per byte</source>
        <translation>%1，脊点为 %2 FLOP/字节</translation>
    </message>
    <message>
        <source>width: peak from</source>
        <translation>宽度：达到峰值的批量</translation>
    </message>
    <message>
        <source>this one</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>compute-bound above</source>
        <translation>计算受限，高于</translation>
    </message>
    <message>
        <source>B = %1</source>
        <translation>B = %1</translation>
    </message>
    <message>
        <source>below B = %1</source>
        <translation>低于 B = %1</translation>
    </message>
</context>
<context>
    <name>scalescope::BatchPlot</name>
    <message>
        <source>Step time against batch</source>
        <translation>步时间随批量的变化</translation>
    </message>
    <message>
        <source>This plan cannot be built, so it has no times.</source>
        <translation>此方案无法构建，因此没有时间。</translation>
    </message>
    <message>
        <source>The same plan while the batch varies: on one chip there is only compute.</source>
        <translation>批量变化时的同一方案：单个芯片上只有计算。</translation>
    </message>
    <message>
        <source>The same plan while the batch varies. The bend is where communication stops hiding.</source>
        <translation>批量变化时的同一方案。拐点处通信开始无法被掩盖。</translation>
    </message>
    <message>
        <source>The same plan while the batch varies: communication hides at every batch.</source>
        <translation>批量变化时的同一方案：任何批量下通信都能被掩盖。</translation>
    </message>
    <message>
        <source>The same plan while the batch varies: no batch hides the communication.</source>
        <translation>批量变化时的同一方案：任何批量都无法掩盖通信。</translation>
    </message>
    <message>
        <source>At %1 the step takes %2.</source>
        <translation>批量为 %1 时，一步需 %2。</translation>
    </message>
    <message>
        <source>Compute-bound above %1.</source>
        <translation>超过 %1 时受计算限制。</translation>
    </message>
    <message>
        <source>Does not fit above %1.</source>
        <translation>超过 %1 时放不下。</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批量</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>expected</source>
        <translation>预期</translation>
    </message>
    <message>
        <source>Compute-bound above %1</source>
        <translation>超过 %1 时受计算限制</translation>
    </message>
    <message>
        <source>Here communication takes as long as compute.</source>
        <translation>此处通信与计算耗时相同。</translation>
    </message>
    <message>
        <source>compute %1</source>
        <translation>计算 %1</translation>
    </message>
    <message>
        <source>step expected %1</source>
        <translation>预期步时间 %1</translation>
    </message>
    <message>
        <source>hypothetical: does not fit</source>
        <translation>假设值：放不下</translation>
    </message>
    <message>
        <source>No times: this plan cannot be built</source>
        <translation>没有时间：此方案无法构建</translation>
    </message>
    <message>
        <source>batch, tokens</source>
        <translation>批量（token）</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>compute-bound at every batch</source>
        <translation>任何批量下都受计算限制</translation>
    </message>
    <message>
        <source>communication-bound at every batch</source>
        <translation>任何批量下都受通信限制</translation>
    </message>
    <message>
        <source>communication-bound</source>
        <translation>受通信限制</translation>
    </message>
    <message>
        <source>compute-bound above %1</source>
        <translation>受计算限制，超过 %1</translation>
    </message>
    <message>
        <source>compute-bound above</source>
        <comment>followed by the value in a second line</comment>
        <translation>受计算限制，超过</translation>
    </message>
    <message>
        <source>does not fit above %1</source>
        <translation>放不下，超过 %1</translation>
    </message>
    <message>
        <source>does not fit above</source>
        <comment>followed by the value in a second line</comment>
        <translation>放不下，超过</translation>
    </message>
    <message>
        <source>does not fit at any batch</source>
        <translation>任何批量都放不下</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>当前 %1</translation>
    </message>
    <message>
        <source>step</source>
        <translation>整步</translation>
    </message>
</context>
<context>
    <name>scalescope::CachePlot</name>
    <message>
        <source>Cache against context</source>
        <translation>缓存随上下文的变化</translation>
    </message>
    <message>
        <source>This model keeps nothing of a sequence.</source>
        <translation>此模型不为序列保留任何内容。</translation>
    </message>
    <message>
        <source>One sequence of %1 keeps %2.</source>
        <translation>一个 %1 的序列保留 %2。</translation>
    </message>
    <message>
        <source>One sequence of %1 keeps %2, more than the HBM of one chip has.</source>
        <translation>一个 %1 的序列保留 %2，超过单个芯片的 HBM 容量。</translation>
    </message>
    <message>
        <source>One sequence of %1 keeps %2; the HBM of one chip would hold %3 of them, and nothing else.</source>
        <translation>一个 %1 的序列保留 %2；单个芯片的 HBM 可容纳 %3 个这样的序列，此外别无余地。</translation>
    </message>
    <message>
        <source>Layers: %1.</source>
        <translation>层：%1。</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>No cache and no state</source>
        <translation>无缓存，无状态</translation>
    </message>
    <message>
        <source>No layer of this model keeps anything of the tokens before.</source>
        <translation>此模型没有任何层保留先前的 token。</translation>
    </message>
    <message>
        <source>context, tokens</source>
        <translation>上下文（token）</translation>
    </message>
    <message>
        <source>bytes of one sequence</source>
        <translation>一个序列的字节数</translation>
    </message>
    <message>
        <source>HBM %1: %2 sequences</source>
        <translation>HBM %1：%2 个序列</translation>
    </message>
    <message>
        <source>all layers</source>
        <translation>所有层</translation>
    </message>
    <message>
        <source>one sequence fills the chip at</source>
        <translation>一个序列占满芯片于</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>当前 %1</translation>
    </message>
    <message>
        <source>HBM %1</source>
        <translation>HBM %1</translation>
    </message>
    <message>
        <source>holds %1 sequences of %2 without weights</source>
        <translation>不计权重，可容纳 %1 个 %2 的序列</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>of it state %1</source>
        <translation>其中状态 %1</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>以 %1 存储</translation>
    </message>
</context>
<context>
    <name>scalescope::CapacityPlot</name>
    <message>
        <source>Memory against the batch</source>
        <translation>内存随批量的变化</translation>
    </message>
    <message>
        <source>%1: the chip&apos;s HBM capacity is unknown, so any batch may fit.</source>
        <translation>%1：芯片的 HBM 容量未知，因此任何批量都可能放得下。</translation>
    </message>
    <message>
        <source>%1: not even one sequence fits beside %2 of weights and reserve.</source>
        <translation>%1：除 %2 的权重和预留外，连一个序列也放不下。</translation>
    </message>
    <message>
        <source>%1: beside %2 of weights and reserve on each chip&apos;s %3, there is room for %4.</source>
        <translation>%1：每个芯片的 %3 中，除 %2 的权重和预留外，还可放下 %4。</translation>
    </message>
    <message>
        <source>The largest batch by context: %1.</source>
        <translation>各上下文的最大批量：%1。</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Largest batch</source>
        <translation>最大批量</translation>
    </message>
    <message>
        <source>Weights and reserve</source>
        <translation>权重和预留</translation>
    </message>
    <message>
        <source>Of one sequence</source>
        <translation>单个序列</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>sequences decoded together</source>
        <translation>同时解码的序列数</translation>
    </message>
    <message>
        <source>%1 of one chip</source>
        <translation>单芯片内存（%1）</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>HBM %1</source>
        <translation>HBM %1</translation>
    </message>
    <message>
        <source>not one sequence of %1 fits</source>
        <translation>连一个 %1 的序列也放不下</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>当前 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 的 %1</translation>
    </message>
    <message>
        <source>%1 of each chip</source>
        <translation>每个芯片 %1</translation>
    </message>
    <message>
        <source>weights and reserve: %1</source>
        <translation>权重和预留：%1</translation>
    </message>
    <message>
        <source>of one sequence: %1</source>
        <translation>单个序列：%1</translation>
    </message>
    <message>
        <source>%1 more than HBM holds</source>
        <translation>超出 HBM 容量 %1</translation>
    </message>
    <message>
        <source>no more fit</source>
        <translation>再多则放不下</translation>
    </message>
</context>
<context>
    <name>scalescope::Card</name>
    <message>
        <source>Show the numbers behind the picture</source>
        <translation>显示图背后的数值</translation>
    </message>
    <message>
        <source>Export the picture</source>
        <translation>导出此图</translation>
    </message>
    <message>
        <source>Back to all pictures (double click)</source>
        <translation>返回所有图（双击）</translation>
    </message>
    <message>
        <source>Fill the window with this picture (double click)</source>
        <translation>将此图铺满窗口（双击）</translation>
    </message>
</context>
<context>
    <name>scalescope::CollectiveAxisPlot</name>
    <message>
        <source>Time against axis size</source>
        <translation>时间随轴大小的变化</translation>
    </message>
    <message>
        <source>Time against the inner axis</source>
        <translation>时间随内层轴的变化</translation>
    </message>
    <message>
        <source>Ragged AllToAll against targets</source>
        <translation>不规则 AllToAll 随目标数的变化</translation>
    </message>
    <message>
        <source>%1 of %2 over one axis, innermost, as it grows.</source>
        <translation>沿单个最内层轴对 %2 做 %1，随该轴增大的变化。</translation>
    </message>
    <message>
        <source>%1 of %2 over all chips outside an inner axis that divides the array too.</source>
        <translation>在同样切分该数组的内层轴之外，对所有芯片做 %2 的 %1。</translation>
    </message>
    <message>
        <source>What %1 experts per token leave to send, by how the distinct targets are counted.</source>
        <translation>每个 token 有 %1 个专家时需要发送的数据量，按不同目标的计数方式比较。</translation>
    </message>
    <message>
        <source>Now %1.</source>
        <translation>当前 %1。</translation>
    </message>
    <message>
        <source>Now %1 targets and %2 of the array.</source>
        <translation>当前 %1 个目标，占数组的 %2。</translation>
    </message>
    <message>
        <source>Targets</source>
        <translation>目标数</translation>
    </message>
    <message>
        <source>Inner axis</source>
        <translation>内层轴</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>轴</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>chips along the axis</source>
        <translation>沿该轴的芯片数</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>latency-bound</source>
        <translation>受延迟限制</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>hops</source>
        <translation>跳</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>当前 %1</translation>
    </message>
    <message>
        <source>chips along the inner axis</source>
        <translation>沿内层轴的芯片数</translation>
    </message>
    <message>
        <source>total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>different experts</source>
        <translation>互不相同的专家</translation>
    </message>
    <message>
        <source>picks at random</source>
        <translation>随机选取</translation>
    </message>
    <message>
        <source>bound min(k, Z)</source>
        <translation>上界 min(k, Z)</translation>
    </message>
    <message>
        <source>targets Z</source>
        <translation>目标数 Z</translation>
    </message>
    <message>
        <source>sent, % of the dense array</source>
        <translation>发送量，占稠密数组的 %</translation>
    </message>
    <message>
        <source>as it lies, behind %1 chips of inner axes</source>
        <translation>按现有布置，内侧轴有 %1 个芯片</translation>
    </message>
    <message>
        <source>inner axis %1</source>
        <translation>内层轴 %1</translation>
    </message>
    <message>
        <source>axis of %1</source>
        <translation>大小为 %1 的轴</translation>
    </message>
    <message>
        <source>%1 inside one group</source>
        <translation>一个组内 %1</translation>
    </message>
    <message>
        <source>%1 alone %2</source>
        <translation>单独 %1：%2</translation>
    </message>
    <message>
        <source>%1 targets</source>
        <translation>%1 个目标</translation>
    </message>
</context>
<context>
    <name>scalescope::CollectiveSizePlot</name>
    <message>
        <source>Time against array size</source>
        <translation>时间随数组大小的变化</translation>
    </message>
    <message>
        <source>%1: below %2 the hops take longer than the bytes.</source>
        <translation>%1：低于 %2 时，跳的耗时超过字节传输。</translation>
    </message>
    <message>
        <source>%1: the bytes take longer than the hops at every size.</source>
        <translation>%1：任何大小下，字节传输的耗时都超过跳。</translation>
    </message>
    <message>
        <source>%1: the hops take longer than the bytes at every size.</source>
        <translation>%1：任何大小下，跳的耗时都超过字节传输。</translation>
    </message>
    <message>
        <source>An array of %1 takes %2.</source>
        <translation>%1 的数组耗时 %2。</translation>
    </message>
    <message>
        <source>Array</source>
        <translation>数组</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>dense</source>
        <translation>稠密</translation>
    </message>
    <message>
        <source>without help</source>
        <translation>无协助</translation>
    </message>
    <message>
        <source>ring</source>
        <translation>环</translation>
    </message>
    <message>
        <source>array, bytes</source>
        <translation>数组，字节</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>latency-bound</source>
        <translation>受延迟限制</translation>
    </message>
    <message>
        <source>bandwidth-bound above</source>
        <translation>受带宽限制，超过</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>hops</source>
        <translation>跳</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>当前 %1</translation>
    </message>
    <message>
        <source>Bandwidth-bound above %1</source>
        <translation>超过 %1 时受带宽限制</translation>
    </message>
    <message>
        <source>below %1</source>
        <translation>低于 %1</translation>
    </message>
</context>
<context>
    <name>scalescope::CommunicationPlot</name>
    <message>
        <source>Communication versus compute</source>
        <translation>通信与计算</translation>
    </message>
    <message>
        <source>This plan cannot be built, so it has no times.</source>
        <translation>此方案无法构建，因此没有时间。</translation>
    </message>
    <message>
        <source>One chip has nobody to talk to: all of the time is compute.</source>
        <translation>单个芯片无需通信：全部时间都是计算。</translation>
    </message>
    <message>
        <source>Communication outlasts compute by %1: it cannot hide.</source>
        <translation>通信比计算长 %1：无法被掩盖。</translation>
    </message>
    <message>
        <source>One pass of one chip. What is shorter than compute can hide under it.</source>
        <translation>一个芯片的一趟执行。比计算短的通信可被计算掩盖。</translation>
    </message>
    <message>
        <source>%1 takes %2</source>
        <translation>%1 需 %2</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>; hypothetical, since it does not fit in memory</source>
        <translation>；假设值，因为内存放不下</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>matmul</source>
        <translation>矩阵乘</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>elementwise</source>
        <translation>逐元素</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>recomputed</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>No times: this plan cannot be built</source>
        <translation>没有时间：此方案无法构建</translation>
    </message>
    <message>
        <source>hidden under compute</source>
        <translation>被计算掩盖</translation>
    </message>
    <message>
        <source>not hidden</source>
        <translation>未被掩盖</translation>
    </message>
    <message>
        <source>hypothetical: does not fit</source>
        <translation>假设值：放不下</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 中的 %1</translation>
    </message>
    <message>
        <source>%1 sent over %2, %3</source>
        <translation>经 %2 发送 %1，%3</translation>
    </message>
    <message>
        <source>%1 longer than compute</source>
        <translation>比计算长 %1</translation>
    </message>
    <message>
        <source>can hide under compute</source>
        <translation>可被计算掩盖</translation>
    </message>
</context>
<context>
    <name>scalescope::ComponentsPlot</name>
    <message>
        <source>Parameters and FLOPs by component</source>
        <translation>各组件的参数量和 FLOP</translation>
    </message>
    <message>
        <source>Most parameters: %1, %2. Most FLOPs of a token at %3: %4, %5.</source>
        <translation>参数最多：%1，%2。上下文为 %3 时每 token FLOP 最多：%4，%5。</translation>
    </message>
    <message>
        <source>%1: %2 parameters, %3</source>
        <translation>%1：%2 个参数，%3</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>激活参数</translation>
    </message>
    <message>
        <source>FLOPs per token</source>
        <translation>每 token FLOP 数</translation>
    </message>
    <message>
        <source>Share of FLOPs</source>
        <translation>FLOP 占比</translation>
    </message>
    <message>
        <source>total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>%1 per token, forward</source>
        <translation>每 token %1，前向</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 个参数</translation>
    </message>
    <message>
        <source>, %1 active</source>
        <translation>，激活 %1</translation>
    </message>
    <message>
        <source>%1 of the model</source>
        <translation>占模型的 %1</translation>
    </message>
    <message>
        <source>of one token at a context of %1, forward</source>
        <translation>一个 token，上下文为 %1，前向</translation>
    </message>
    <message>
        <source>%1 of them idle: experts that a token does not meet</source>
        <translation>其中 %1 空闲：token 未用到的专家</translation>
    </message>
    <message>
        <source>tied: the embedding&apos;s</source>
        <translation>绑定：与嵌入共用</translation>
    </message>
</context>
<context>
    <name>scalescope::ContextPlot</name>
    <message>
        <source>at every context</source>
        <translation>在任何上下文下都</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>above %1</source>
        <translation>在上下文超过 %1 时</translation>
    </message>
    <message>
        <source>Attention against matmuls</source>
        <translation>注意力与矩阵乘的对比</translation>
    </message>
    <message>
        <source>No layer of this model meets the keys of a context.</source>
        <translation>此模型没有任何层关注上下文的键。</translation>
    </message>
    <message>
        <source>Attention costs more than all matmuls of the layers at every context.</source>
        <translation>在任何上下文下，注意力的开销都超过各层全部矩阵乘。</translation>
    </message>
    <message>
        <source>Attention never costs more than the matmuls of the layers.</source>
        <translation>注意力的开销从不超过各层的矩阵乘。</translation>
    </message>
    <message>
        <source>Attention costs more than all matmuls of the layers above %1; the rule 8 D says %2.</source>
        <translation>上下文超过 %1 时，注意力的开销超过各层全部矩阵乘；8 D 规则给出 %2。</translation>
    </message>
    <message>
        <source>It costs more than its projections %1.</source>
        <translation>其开销%1超过其投影。</translation>
    </message>
    <message>
        <source>At %1 a token takes %2 in attention and %3 in matmuls.</source>
        <translation>上下文为 %1 时，一个 token 的注意力需 %2，矩阵乘需 %3。</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Projections</source>
        <translation>投影</translation>
    </message>
    <message>
        <source>MLP</source>
        <translation>MLP</translation>
    </message>
    <message>
        <source>State updates</source>
        <translation>状态更新</translation>
    </message>
    <message>
        <source>No attention</source>
        <translation>无注意力</translation>
    </message>
    <message>
        <source>No layer of this model meets the keys of a context, so nothing grows with it.</source>
        <translation>此模型没有任何层关注上下文的键，因此没有随上下文增长的部分。</translation>
    </message>
    <message>
        <source>context, tokens</source>
        <translation>上下文（token）</translation>
    </message>
    <message>
        <source>FLOPs per token, forward</source>
        <translation>每 token FLOP 数，前向</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>all matmuls</source>
        <translation>全部矩阵乘</translation>
    </message>
    <message>
        <source>projections</source>
        <translation>投影</translation>
    </message>
    <message>
        <source>state updates</source>
        <translation>状态更新</translation>
    </message>
    <message>
        <source>attention = all matmuls at 8 D =</source>
        <translation>注意力 = 全部矩阵乘，8 D =</translation>
    </message>
    <message>
        <source>attention = all matmuls</source>
        <translation>注意力 = 全部矩阵乘</translation>
    </message>
    <message>
        <source>attention = projections</source>
        <translation>注意力 = 投影</translation>
    </message>
    <message>
        <source>rule 8 D =</source>
        <translation>规则 8 D =</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>当前 %1</translation>
    </message>
    <message>
        <source>8 D = %1</source>
        <translation>8 D = %1</translation>
    </message>
    <message>
        <source>where attention equals all matmuls of a layer whose MLP is gated and 4 D wide,</source>
        <translation>此处注意力等于一层的全部矩阵乘：MLP 带门控且宽 4 D，</translation>
    </message>
    <message>
        <source>with as many key heads as heads and without a mask: T / (8 D)</source>
        <translation>键头数与头数相同，且无掩码：T / (8 D)</translation>
    </message>
    <message>
        <source>Attention costs more than all matmuls above %1</source>
        <translation>上下文超过 %1 时，注意力的开销超过全部矩阵乘</translation>
    </message>
    <message>
        <source>Attention costs more than its projections above %1</source>
        <translation>上下文超过 %1 时，注意力的开销超过其投影</translation>
    </message>
    <message>
        <source>the rule 8 D says %1</source>
        <translation>8 D 规则给出 %1</translation>
    </message>
    <message>
        <source>the rule 2 D says %1</source>
        <translation>2 D 规则给出 %1</translation>
    </message>
    <message>
        <source>%1 mask</source>
        <translation>%1掩码</translation>
    </message>
    <message>
        <source>per token at %1</source>
        <translation>每 token，上下文为 %1</translation>
    </message>
    <message>
        <source>%1 of the FLOPs of all layers</source>
        <translation>占所有层 FLOP 的 %1</translation>
    </message>
</context>
<context>
    <name>scalescope::ControlGroup</name>
    <message>
        <source>Less</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
</context>
<context>
    <name>scalescope::ControlPanel</name>
    <message>
        <source>Find a parameter</source>
        <translation>查找参数</translation>
    </message>
    <message>
        <source>Find a parameter by its name, symbol or id (%1)</source>
        <translation>按名称、符号或 ID 查找参数（%1）</translation>
    </message>
    <message>
        <source>Model preset</source>
        <translation>模型预设</translation>
    </message>
    <message>
        <source>Hardware preset</source>
        <translation>硬件预设</translation>
    </message>
    <message>
        <source>Batch, mesh and model size</source>
        <translation>批量、网格与模型规模</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Hardware and mesh</source>
        <translation>硬件与网格</translation>
    </message>
    <message>
        <source>Parallelism</source>
        <translation>并行</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>工作负载</translation>
    </message>
    <message>
        <source>Assumptions</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>Matmul, batch and mesh</source>
        <translation>矩阵乘、批量与网格</translation>
    </message>
    <message>
        <source>Mesh, arrays and collective</source>
        <translation>网格、数组与集合通信</translation>
    </message>
    <message>
        <source>Sharding</source>
        <translation>切分</translation>
    </message>
    <message>
        <source>Matmul calculator</source>
        <translation>矩阵乘计算器</translation>
    </message>
    <message>
        <source>Model and context</source>
        <translation>模型与上下文</translation>
    </message>
    <message>
        <source>Serving</source>
        <translation>推理服务</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>训练运行</translation>
    </message>
    <message>
        <source>Sequences, lengths and slice</source>
        <translation>序列、长度与切片</translation>
    </message>
</context>
<context>
    <name>scalescope::CostPlot</name>
    <message>
        <source>Cost against the batch</source>
        <translation>成本随批量的变化</translation>
    </message>
    <message>
        <source>%1: this cannot be served.</source>
        <translation>%1：无法提供推理服务。</translation>
    </message>
    <message>
        <source>%1: without a price of the chip there are no costs.</source>
        <translation>%1：没有芯片价格，因此没有成本。</translation>
    </message>
    <message>
        <source>%1: a million output tokens cost %2 now, and a million input tokens %3.</source>
        <translation>%1：当前每百万输出 token 的成本为 %2，每百万输入 token 为 %3。</translation>
    </message>
    <message>
        <source>But %1 do not fit.</source>
        <translation>但 %1放不下。</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批量</translation>
    </message>
    <message>
        <source>Output, $ per million tokens</source>
        <translation>输出，$/百万 token</translation>
    </message>
    <message>
        <source>Input, $ per million tokens</source>
        <translation>输入，$/百万 token</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>No costs: this cannot be served</source>
        <translation>没有成本：无法提供推理服务</translation>
    </message>
    <message>
        <source>No costs: the chip&apos;s price is unknown</source>
        <translation>没有成本：芯片价格未知</translation>
    </message>
    <message>
        <source>Enter dollars per chip and hour, in the chip&apos;s inputs, to see them.</source>
        <translation>在芯片参数中输入每芯片每小时的美元价格即可显示。</translation>
    </message>
    <message>
        <source>sequences decoded together</source>
        <translation>同时解码的序列数</translation>
    </message>
    <message>
        <source>dollars per million tokens</source>
        <translation>每百万 token 的美元成本</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>%1 fit</source>
        <translation>可放下 %1</translation>
    </message>
    <message>
        <source>fit</source>
        <comment>after a number of sequences</comment>
        <translation>可放下</translation>
    </message>
    <message>
        <source>not even one sequence fits</source>
        <translation>连一个序列也放不下</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>当前 %1</translation>
    </message>
    <message>
        <source>output: %1 per million tokens</source>
        <translation>输出：每百万 token %1</translation>
    </message>
    <message>
        <source>input: %1 per million tokens</source>
        <translation>输入：每百万 token %1</translation>
    </message>
</context>
<context>
    <name>scalescope::DecodePlot</name>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOP</translation>
    </message>
    <message>
        <source>network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>step with proposals</source>
        <translation>整步（含提出的 token）</translation>
    </message>
    <message>
        <source>step</source>
        <translation>整步</translation>
    </message>
    <message>
        <source>A decode step against the batch</source>
        <translation>解码步随批量的变化</translation>
    </message>
    <message>
        <source>%1: this cannot be served, so it has no times.</source>
        <translation>%1：无法提供推理服务，因此没有时间。</translation>
    </message>
    <message>
        <source>%1: reading weights takes longer than arithmetic at every batch.</source>
        <translation>%1：任何批量下，读取权重的耗时都超过算术运算。</translation>
    </message>
    <message>
        <source>%1: from %2 on, arithmetic takes longer than reading the weights.</source>
        <translation>%1：从 %2起，算术运算的耗时超过读取权重。</translation>
    </message>
    <message>
        <source>At %1: %2.</source>
        <translation>%1时：%2。</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批量</translation>
    </message>
    <message>
        <source>Memory of a chip</source>
        <translation>单芯片内存</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>No times: this cannot be served</source>
        <translation>没有时间：无法提供推理服务</translation>
    </message>
    <message>
        <source>sequences decoded together</source>
        <translation>同时解码的序列数</translation>
    </message>
    <message>
        <source>seconds per step</source>
        <translation>每步秒数</translation>
    </message>
    <message>
        <source>compute-bound</source>
        <translation>受计算限制</translation>
    </message>
    <message>
        <source>above %1</source>
        <translation>超过 %1</translation>
    </message>
    <message>
        <source>compute-bound above</source>
        <translation>受计算限制，超过</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>%1 fit</source>
        <translation>可放下 %1</translation>
    </message>
    <message>
        <source>fit</source>
        <comment>after a number of sequences</comment>
        <translation>可放下</translation>
    </message>
    <message>
        <source>not even one sequence fits</source>
        <translation>连一个序列也放不下</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>当前 %1</translation>
    </message>
    <message>
        <source>Compute-bound above %1</source>
        <translation>超过 %1时受计算限制</translation>
    </message>
    <message>
        <source>Here arithmetic takes as long as reading the weights.</source>
        <translation>此处算术运算与读取权重耗时相同。</translation>
    </message>
    <message>
        <source>Beside the weights there is no room for more.</source>
        <translation>除权重外，没有空间容纳更多序列。</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1 of each chip</source>
        <translation>每个芯片 %1</translation>
    </message>
    <message>
        <source>%1 of each chip: does not fit</source>
        <translation>每个芯片 %1：放不下</translation>
    </message>
    <message>
        <source>drag it to another batch</source>
        <translation>拖动到其他批量</translation>
    </message>
</context>
<context>
    <name>scalescope::Document</name>
    <message>
        <source>This picture carries no scenario; only pictures that Scalescope exported do.</source>
        <translation>此图不含场景；只有 Scalescope 导出的图才含场景。</translation>
    </message>
    <message>
        <source>Unsaved work could not be kept for recovery: %1</source>
        <translation>未保存的工作无法留存以供恢复：%1</translation>
    </message>
</context>
<context>
    <name>scalescope::ExplainPanel</name>
    <message>
        <source>%1 on %2</source>
        <translation>%1，运行于 %2</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>解释</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>复制文本</translation>
    </message>
    <message>
        <source>Copy LaTeX</source>
        <translation>复制 LaTeX</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Choose a number here, in the strip below or in a picture.</source>
        <translation>请在此处、下方数值栏或图中选择一个数值。</translation>
    </message>
    <message>
        <source>This scenario has no such number.</source>
        <translation>此场景没有这个数值。</translation>
    </message>
</context>
<context>
    <name>scalescope::FigureTableView</name>
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>Copies the whole table in full precision; %1 copies the selected cells</source>
        <translation>以完整精度复制整个表格；%1 复制所选单元格</translation>
    </message>
</context>
<context>
    <name>scalescope::FrontierPlot</name>
    <message>
        <source>Latency against throughput</source>
        <translation>延迟与吞吐量的关系</translation>
    </message>
    <message>
        <source>%1: this cannot be served.</source>
        <translation>%1：无法提供推理服务。</translation>
    </message>
    <message>
        <source>%1: not even one sequence fits.</source>
        <translation>%1：连一个序列也放不下。</translation>
    </message>
    <message>
        <source>%1: no batch keeps to the limits.</source>
        <translation>%1：没有批量能满足上限。</translation>
    </message>
    <message>
        <source>%1: larger batches make more, and each token takes longer; %2 is the best batch.</source>
        <translation>%1：批量越大，产出越多，但每个 token 耗时也越长；最佳批量为 %2。</translation>
    </message>
    <message>
        <source>Now %1: %2.</source>
        <translation>当前 %1：%2。</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>Curve</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批量</translation>
    </message>
    <message>
        <source>Time per token</source>
        <translation>每 token 时间</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>首 token</translation>
    </message>
    <message>
        <source>Tokens/s per chip</source>
        <translation>每芯片 token/s</translation>
    </message>
    <message>
        <source>Within the limits</source>
        <translation>在上限内</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>one chip</source>
        <translation>单个芯片</translation>
    </message>
    <message>
        <source>%1 chips</source>
        <translation>%1 个芯片</translation>
    </message>
    <message>
        <source>%1, cache %2</source>
        <translation>%1，缓存 %2</translation>
    </message>
    <message>
        <source>%1 per token</source>
        <translation>每 token %1</translation>
    </message>
    <message>
        <source>%1 of each chip</source>
        <translation>每个芯片 %1</translation>
    </message>
    <message>
        <source>first token after %1</source>
        <translation>首 token 需 %1</translation>
    </message>
    <message>
        <source>over the limit of %1 per token</source>
        <translation>超过每 token %1 的上限</translation>
    </message>
    <message>
        <source>over the limit of %1 on the first token</source>
        <translation>超过首 token %1 的上限</translation>
    </message>
    <message>
        <source>not one sequence of %1 fits</source>
        <translation>连一个 %1 的序列也放不下</translation>
    </message>
    <message>
        <source>the first token takes over %1</source>
        <translation>首 token 耗时超过 %1</translation>
    </message>
    <message>
        <source>no batch meets the limits</source>
        <translation>没有批量满足上限</translation>
    </message>
    <message>
        <source>time per output token</source>
        <translation>每输出 token 时间</translation>
    </message>
    <message>
        <source>output tokens/s per chip</source>
        <translation>每芯片输出 token/s</translation>
    </message>
    <message>
        <source>too slow</source>
        <translation>太慢</translation>
    </message>
    <message>
        <source>limit %1</source>
        <translation>上限 %1</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>first token within %1 to</source>
        <translation>首 token 在 %1 内，至</translation>
    </message>
    <message>
        <source>No times: this cannot be served</source>
        <translation>没有时间：无法提供推理服务</translation>
    </message>
    <message>
        <source>Not even one sequence fits</source>
        <translation>连一个序列也放不下</translation>
    </message>
    <message>
        <source>best: %1 (max)</source>
        <translation>最佳：%1（最大）</translation>
    </message>
    <message>
        <source>best: %1</source>
        <translation>最佳：%1</translation>
    </message>
    <message>
        <source>%1 max</source>
        <translation>%1（最大）</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>当前 %1</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>misses a limit</source>
        <translation>超出上限</translation>
    </message>
    <message>
        <source>Limit of %1 per token</source>
        <translation>每 token 上限 %1</translation>
    </message>
    <message>
        <source>the best batch within it: %1</source>
        <translation>上限内的最佳批量：%1</translation>
    </message>
    <message>
        <source>Limit of %1 on the first token</source>
        <translation>首 token 上限 %1</translation>
    </message>
    <message>
        <source>Pieces of a prompt wait longer beside larger batches.</source>
        <translation>批量越大，提示的分块等待越久。</translation>
    </message>
    <message>
        <source>drag it along the curve</source>
        <translation>沿曲线拖动</translation>
    </message>
    <message>
        <source>the most tokens per second within memory and limits</source>
        <translation>内存和上限内每秒 token 数最多</translation>
    </message>
    <message>
        <source>no more fit</source>
        <translation>再多则放不下</translation>
    </message>
</context>
<context>
    <name>scalescope::HeadlineNumber</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>scalescope::HeadlineStrip</name>
    <message>
        <source>hours</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>days</source>
        <translation>天</translation>
    </message>
    <message>
        <source>years</source>
        <translation>年</translation>
    </message>
    <message>
        <source>Forward pass</source>
        <translation>前向传播</translation>
    </message>
    <message>
        <source>Backward pass</source>
        <translation>反向传播</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>步时间</translation>
    </message>
    <message>
        <source>all parameters</source>
        <translation>全部参数</translation>
    </message>
    <message>
        <source>without embeddings</source>
        <translation>不含嵌入</translation>
    </message>
    <message>
        <source>with full attention</source>
        <translation>含完整注意力</translation>
    </message>
    <message>
        <source>with causal attention</source>
        <translation>含因果注意力</translation>
    </message>
    <message>
        <source>Counts 6 FLOPs for every parameter and token.</source>
        <translation>每个参数、每个 token 计 6 FLOP。</translation>
    </message>
    <message>
        <source>Counts 6 FLOPs for every token and every parameter that a matmul uses.</source>
        <translation>每个 token、每个用于矩阵乘的参数计 6 FLOP。</translation>
    </message>
    <message>
        <source>Counts the matmuls, and attention under a full mask.</source>
        <translation>计入矩阵乘与完整掩码下的注意力。</translation>
    </message>
    <message>
        <source>Counts the matmuls, and attention under a causal mask.</source>
        <translation>计入矩阵乘与因果掩码下的注意力。</translation>
    </message>
    <message>
        <source>hypothetical</source>
        <translation>假设值</translation>
    </message>
    <message>
        <source>Hypothetical: the plan does not fit in memory.</source>
        <translation>假设值：此方案在内存中放不下。</translation>
    </message>
    <message>
        <source>Only a whole step makes a run: time the step to see it.</source>
        <translation>只有完整的步才能构成训练：请对整步计时以查看。</translation>
    </message>
    <message>
        <source>%1 (%2 – %3)</source>
        <comment>unit of time, lower and upper time</comment>
        <translation>%1（%2 – %3）</translation>
    </message>
    <message>
        <source>Expected time; in brackets with everything overlapped and with nothing overlapped.</source>
        <translation>预期时间；括号内为全部重叠与完全不重叠时的时间。</translation>
    </message>
    <message>
        <source>Bound by</source>
        <translation>瓶颈</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>HBM</source>
        <translation>HBM</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>FSDP</source>
        <translation>FSDP</translation>
    </message>
    <message>
        <source>data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>traffic</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>network takes %1 %</source>
        <translation>网络占 %1 %</translation>
    </message>
    <message>
        <source>compute takes %1 %</source>
        <translation>计算占 %1 %</translation>
    </message>
    <message>
        <source>The largest term of the lower time.</source>
        <translation>时间下界中最大的一项。</translation>
    </message>
    <message>
        <source>The networks together take %1 % of it.</source>
        <translation>各网络合计占其 %1 %。</translation>
    </message>
    <message>
        <source>Compute takes %1 % of it.</source>
        <translation>计算占其 %1 %。</translation>
    </message>
    <message>
        <source>Model FLOPs utilisation</source>
        <translation>模型 FLOPs 利用率</translation>
    </message>
    <message>
        <source>Of the FLOPs as executed: %1 %.</source>
        <translation>按实际执行的 FLOPs 计：%1 %。</translation>
    </message>
    <message>
        <source>Memory per chip</source>
        <translation>每芯片内存</translation>
    </message>
    <message>
        <source>capacity unknown</source>
        <translation>容量未知</translation>
    </message>
    <message>
        <source>The chip&apos;s HBM capacity is unknown. Enter it to see whether the plan fits.</source>
        <translation>此芯片的 HBM 容量未知。填入后可查看方案是否放得下。</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>/ %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>memory used, capacity</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>does not fit by %1</source>
        <translation>放不下，超出 %1</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>tokens/s</translation>
    </message>
    <message>
        <source>%1 per chip</source>
        <translation>每芯片 %1</translation>
    </message>
    <message>
        <source>Tokens of a step over its expected time.</source>
        <translation>一步的 token 数除以其预期时间。</translation>
    </message>
    <message>
        <source>%1 chip-hours</source>
        <translation>%1 芯片小时</translation>
    </message>
    <message>
        <source>The whole run at the expected step time.</source>
        <translation>按预期步时间完成的整个训练。</translation>
    </message>
    <message>
        <source>Cost of the run</source>
        <translation>训练成本</translation>
    </message>
    <message>
        <source>What does not fit has no price.</source>
        <translation>放不下的方案没有价格。</translation>
    </message>
    <message>
        <source>The chip&apos;s price is unknown. Enter dollars per chip and hour to see the cost.</source>
        <translation>此芯片的价格未知。填入每芯片每小时的美元价格可查看成本。</translation>
    </message>
    <message>
        <source>$%1</source>
        <translation>$%1</translation>
    </message>
    <message>
        <source>$%1 per chip-hour</source>
        <translation>每芯片小时 $%1</translation>
    </message>
    <message>
        <source>Chip-hours times the price.</source>
        <translation>芯片小时数乘以价格。</translation>
    </message>
    <message>
        <source>expert</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Hypothetical: this does not fit in memory.</source>
        <translation>假设值：在内存中放不下。</translation>
    </message>
    <message>
        <source>limit %1</source>
        <translation>上限 %1</translation>
    </message>
    <message>
        <source>Time to first token</source>
        <translation>首 token 时间</translation>
    </message>
    <message>
        <source>%1 of prompt</source>
        <translation>提示 %1</translation>
    </message>
    <message>
        <source>Expected time of the prefill, without a queue.</source>
        <translation>预填充的预期时间，不含排队。</translation>
    </message>
    <message>
        <source>Time per token</source>
        <translation>每 token 时间</translation>
    </message>
    <message>
        <source>Throughput per chip</source>
        <translation>每芯片吞吐量</translation>
    </message>
    <message>
        <source>%1 in all</source>
        <translation>共 %1</translation>
    </message>
    <message>
        <source>Output tokens of the chips that decode, at this batch. To each user: %1.</source>
        <translation>此批量下，执行解码的芯片所输出的 token。每位用户：%1。</translation>
    </message>
    <message>
        <source>Decode bound by</source>
        <translation>解码瓶颈</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>chips take %1 %</source>
        <translation>芯片占 %1 %</translation>
    </message>
    <message>
        <source>The largest term of the lower time of a decode step.</source>
        <translation>一个解码步的时间下界中最大的一项。</translation>
    </message>
    <message>
        <source>prefill does not fit</source>
        <translation>预填充放不下</translation>
    </message>
    <message>
        <source>Largest batch</source>
        <translation>最大批量</translation>
    </message>
    <message>
        <source>The chip&apos;s HBM capacity is unknown. Enter it to see how many sequences fit.</source>
        <translation>此芯片的 HBM 容量未知。填入后可查看能容纳多少个序列。</translation>
    </message>
    <message>
        <source>sequences</source>
        <translation>个序列</translation>
    </message>
    <message>
        <source>%1 of cache each</source>
        <translation>每序列缓存 %1</translation>
    </message>
    <message>
        <source>Whole sequences that fit in the memory of one replica.</source>
        <translation>一个副本的内存能容纳的完整序列数。</translation>
    </message>
    <message>
        <source>not even one fits</source>
        <translation>一个也放不下</translation>
    </message>
    <message>
        <source>%1 within the limits</source>
        <translation>上限内 %1</translation>
    </message>
    <message>
        <source>Million output tokens</source>
        <translation>每百万输出 token</translation>
    </message>
    <message>
        <source>%1 of prompts</source>
        <translation>提示 %1</translation>
    </message>
    <message>
        <source>What the chips cost while they decode a million tokens, at $%1 per chip-hour.</source>
        <translation>按每芯片小时 $%1 计，芯片解码一百万个 token 所需的成本。</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
    </message>
</context>
<context>
    <name>scalescope::IntensityPlot</name>
    <message>
        <source>Arithmetic intensity by part</source>
        <translation>各部分的算术强度</translation>
    </message>
    <message>
        <source>This model has no matmuls.</source>
        <translation>此模型没有矩阵乘。</translation>
    </message>
    <message>
        <source>The chip&apos;s peak or its HBM bandwidth is unknown, so there is no ridge to compare with.</source>
        <translation>芯片的峰值或 HBM 带宽未知，因此没有可供比较的脊点。</translation>
    </message>
    <message>
        <source>Of %1 parts, %2 are compute-bound in prefill and %3 in decode: the ridge is at %4 FLOP/B.</source>
        <translation>%1 个部分中，预填充时有 %2 个受计算限制，解码时有 %3 个：脊点为 %4 FLOP/B。</translation>
    </message>
    <message>
        <source>%1: %2 in prefill, %3 in decode</source>
        <translation>%1：预填充 %2，解码 %3</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Prefill, FLOP/B</source>
        <translation>预填充，FLOP/B</translation>
    </message>
    <message>
        <source>Decode, FLOP/B</source>
        <translation>解码，FLOP/B</translation>
    </message>
    <message>
        <source>Prefill, FLOP</source>
        <translation>预填充，FLOP</translation>
    </message>
    <message>
        <source>Prefill, bytes</source>
        <translation>预填充，字节</translation>
    </message>
    <message>
        <source>Decode, FLOP</source>
        <translation>解码，FLOP</translation>
    </message>
    <message>
        <source>Decode, bytes</source>
        <translation>解码，字节</translation>
    </message>
    <message>
        <source>experts in</source>
        <translation>专家输入</translation>
    </message>
    <message>
        <source>experts out</source>
        <translation>专家输出</translation>
    </message>
    <message>
        <source>prefill of %1</source>
        <translation>预填充 %1</translation>
    </message>
    <message>
        <source>decode of %1 sequences</source>
        <translation>解码 %1 个序列</translation>
    </message>
    <message>
        <source>ridge %1</source>
        <translation>脊点 %1</translation>
    </message>
    <message>
        <source>attention projections</source>
        <translation>注意力投影</translation>
    </message>
    <message>
        <source>No matmuls</source>
        <translation>无矩阵乘</translation>
    </message>
    <message>
        <source>This model has neither layers with matmuls nor a vocabulary.</source>
        <translation>此模型既没有含矩阵乘的层，也没有词表。</translation>
    </message>
    <message>
        <source>FLOP per byte of HBM</source>
        <translation>每字节 HBM 的 FLOP 数</translation>
    </message>
    <message>
        <source>memory-bound</source>
        <translation>受内存带宽限制</translation>
    </message>
    <message>
        <source>compute-bound</source>
        <translation>受计算限制</translation>
    </message>
    <message>
        <source>whole prompts are compute-bound above %1: I (G + 1) / G</source>
        <translation>完整提示超过 %1 时受计算限制：I (G + 1) / G</translation>
    </message>
    <message>
        <source>towards G = %1 query heads to a key head in bf16, however many sequences</source>
        <translation>趋近 G = %1，即 bf16 下每个键头对应的查询头数，与序列数无关</translation>
    </message>
    <message>
        <source>compute-bound above about %1 together: I b / 2 × E / k</source>
        <translation>合计约超过 %1 时受计算限制：I b / 2 × E / k</translation>
    </message>
    <message>
        <source>ridge %1 FLOP/B</source>
        <translation>脊点 %1 FLOP/B</translation>
    </message>
    <message>
        <source>%1 %2 over HBM %3</source>
        <translation>%1 %2 除以 HBM %3</translation>
    </message>
    <message>
        <source>%1: %2 FLOP/B</source>
        <translation>%1：%2 FLOP/B</translation>
    </message>
    <message>
        <source>%1 over %2</source>
        <translation>%1 除以 %2</translation>
    </message>
    <message>
        <source>memory-bound: %1 of the ridge</source>
        <translation>受内存带宽限制：脊点的 %1</translation>
    </message>
    <message>
        <source>compute-bound: %1 × the ridge</source>
        <translation>受计算限制：%1 × 脊点</translation>
    </message>
    <message>
        <source>prefill</source>
        <translation>预填充</translation>
    </message>
    <message>
        <source>decode</source>
        <translation>解码</translation>
    </message>
</context>
<context>
    <name>scalescope::LayerDiagram</name>
    <message>
        <source>Layer %1 of %2, kind %3</source>
        <translation>第 %1 层，共 %2 层，类型 %3</translation>
    </message>
    <message>
        <source>FLOPs are of one token of %1, forward. %2.</source>
        <translation>FLOP 为 %1 个 token 中一个 token 的值，前向。%2。</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>Caches %1.</source>
        <translation>缓存 %1。</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>In numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>FLOPs per token</source>
        <translation>每 token FLOP 数</translation>
    </message>
    <message>
        <source>One layer</source>
        <translation>一层</translation>
    </message>
    <message>
        <source>What one layer of kind %1 caches</source>
        <translation>一个类型 %1 的层缓存的内容</translation>
    </message>
    <message>
        <source>One layer of kind %1</source>
        <translation>一个类型 %1 的层</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 个参数</translation>
    </message>
    <message>
        <source>%1 of them active</source>
        <translation>其中激活 %1</translation>
    </message>
    <message>
        <source>%1 per token</source>
        <translation>每 token %1</translation>
    </message>
    <message>
        <source>%1 parameters, %2 of the layer&apos;s</source>
        <translation>%1 个参数，占该层的 %2</translation>
    </message>
    <message>
        <source>%1 per token, %2 of the layer&apos;s</source>
        <translation>每 token %1，占该层的 %2</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>FLOPs/token</source>
        <translation>FLOP/token</translation>
    </message>
    <message>
        <source>params</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOP</translation>
    </message>
    <message>
        <source>residual stream [B, T, D]</source>
        <translation>残差流 [B, T, D]</translation>
    </message>
    <message>
        <source>Caches %1</source>
        <translation>缓存 %1</translation>
    </message>
    <message>
        <source>One layer: %1 parameters, %2 per token</source>
        <translation>一层：%1 个参数，每 token %2</translation>
    </message>
    <message>
        <source>+ %1</source>
        <translation>+ %1</translation>
    </message>
    <message>
        <source>Too little room</source>
        <translation>空间太小</translation>
    </message>
    <message>
        <source>A double click fills the window with this picture.</source>
        <translation>双击让此图占满窗口。</translation>
    </message>
</context>
<context>
    <name>scalescope::LayersDiagram</name>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 个参数</translation>
    </message>
    <message>
        <source>%1 parameters, %2 active</source>
        <translation>%1 个参数，激活 %2</translation>
    </message>
    <message>
        <source>%1 layers, all alike</source>
        <translation>%1 层，全部相同</translation>
    </message>
    <message>
        <source>%1 layers of %2 kinds</source>
        <translation>%1 层，%2 种类型</translation>
    </message>
    <message>
        <source>%1: %2, %3. Click a layer to open it. Beside each kind: parameters and cache of one layer at %4 tokens.</source>
        <translation>%1：%2，%3。点击一层可将其打开。每种类型旁为一层的参数量及 %4 token 时的缓存。</translation>
    </message>
    <message>
        <source>%1: %2; %3.</source>
        <translation>%1：%2；%3。</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Parameters per layer</source>
        <translation>每层参数量</translation>
    </message>
    <message>
        <source>Active per layer</source>
        <translation>每层激活参数</translation>
    </message>
    <message>
        <source>FLOPs per token and layer</source>
        <translation>每 token 每层 FLOP 数</translation>
    </message>
    <message>
        <source>Cache per token and layer</source>
        <translation>每 token 每层缓存</translation>
    </message>
    <message>
        <source>Cache per sequence and layer</source>
        <translation>每序列每层缓存</translation>
    </message>
    <message>
        <source>State per sequence and layer</source>
        <translation>每序列每层状态</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 层</translation>
    </message>
    <message>
        <source>%1 parameters each</source>
        <translation>每层 %1 个参数</translation>
    </message>
    <message>
        <source>%1 parameters each, %2 of them active</source>
        <translation>每层 %1 个参数，其中激活 %2</translation>
    </message>
    <message>
        <source>%1 per token each</source>
        <translation>每层每 token %1</translation>
    </message>
    <message>
        <source>%1 cached per token, %2 of a sequence of %3 tokens</source>
        <translation>每 token 缓存 %1，%3 token 的序列缓存 %2</translation>
    </message>
    <message>
        <source>%1 of state per sequence</source>
        <translation>每序列状态 %1</translation>
    </message>
    <message>
        <source>nothing cached</source>
        <translation>无缓存</translation>
    </message>
    <message>
        <source>Layer %1, kind %2</source>
        <translation>第 %1 层，类型 %2</translation>
    </message>
    <message>
        <source>Kind %1</source>
        <translation>类型 %1</translation>
    </message>
    <message>
        <source>%1, with V = %2 and D = %3</source>
        <translation>%1，其中 V = %2，D = %3</translation>
    </message>
    <message>
        <source>%1 parameters, not counted with the model&apos;s</source>
        <translation>%1 个参数，不计入模型的参数量</translation>
    </message>
    <message>
        <source>the embedding&apos;s matrix serves here too</source>
        <translation>此处也使用嵌入的矩阵</translation>
    </message>
    <message>
        <source>%1 per token</source>
        <translation>每 token %1</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>× %1</source>
        <translation>× %1</translation>
    </message>
    <message>
        <source>%1 cached</source>
        <translation>缓存 %1</translation>
    </message>
    <message>
        <source>and %1 more kinds: point at a layer, or fill the window with this picture</source>
        <translation>另有 %1 种类型：指向某一层，或将此图铺满窗口</translation>
    </message>
</context>
<context>
    <name>scalescope::LectureView</name>
    <message>
        <source>Does communication hide under compute?</source>
        <translation>通信能被计算掩盖吗？</translation>
    </message>
    <message>
        <source>How large a batch keeps %1 compute-bound on %2?</source>
        <translation>批量多大时，%1 在 %2 上受计算限制？</translation>
    </message>
    <message>
        <source>Does %1 fit in the memory of a %2?</source>
        <translation>%1 放得进 %2 的内存吗？</translation>
    </message>
    <message>
        <source>Where does each operation of %1 sit on a %2?</source>
        <translation>%1 的各算子在 %2 上处于什么位置？</translation>
    </message>
    <message>
        <source>← → picture  ·  Tab slider  ·  + − size  ·  Esc back</source>
        <translation>← → 切换图  ·  Tab 滑块  ·  + − 大小  ·  Esc 返回</translation>
    </message>
    <message>
        <source>How are the chips of a %1 joined?</source>
        <translation>%1 的芯片是如何连接的？</translation>
    </message>
    <message>
        <source>Who holds which block of an array?</source>
        <translation>谁持有数组的哪一块？</translation>
    </message>
    <message>
        <source>What is the cheapest way to multiply sharded arrays?</source>
        <translation>怎样以最低的代价计算切分数组的矩阵乘？</translation>
    </message>
    <message>
        <source>How does a collective move its blocks?</source>
        <translation>集合通信如何移动数据块？</translation>
    </message>
    <message>
        <source>From which size on does bandwidth rule a collective?</source>
        <translation>从多大的数组起，集合通信由带宽决定？</translation>
    </message>
    <message>
        <source>What does a collective over more chips cost?</source>
        <translation>在更多芯片上做集合通信的代价是多少？</translation>
    </message>
    <message>
        <source>What binds one matmul on a %1?</source>
        <translation>%1 上的一个矩阵乘受什么限制？</translation>
    </message>
    <message>
        <source>From which batch on does a matmul reach the peak?</source>
        <translation>从多大的批量起，矩阵乘能达到峰值？</translation>
    </message>
    <message>
        <source>When can two chips share a matmul?</source>
        <translation>何时两个芯片可以分担一个矩阵乘？</translation>
    </message>
    <message>
        <source>What is %1 made of?</source>
        <translation>%1 由什么构成？</translation>
    </message>
    <message>
        <source>What happens in a layer of %1?</source>
        <translation>%1 的一层中发生了什么？</translation>
    </message>
    <message>
        <source>Where are the parameters of %1, and where its FLOPs?</source>
        <translation>%1 的参数在哪里，FLOP 又在哪里？</translation>
    </message>
    <message>
        <source>What does %1 keep of a long context?</source>
        <translation>%1 为长上下文保留什么？</translation>
    </message>
    <message>
        <source>From which context on does attention cost the most?</source>
        <translation>从多长的上下文起，注意力的开销最大？</translation>
    </message>
    <message>
        <source>What of %1 is compute-bound on a %2?</source>
        <translation>%1 的哪些部分在 %2 上受计算限制？</translation>
    </message>
    <message>
        <source>What does a step of %1 wait for?</source>
        <translation>%1 的一步在等待什么？</translation>
    </message>
    <message>
        <source>How long do the stages of a pipeline stand idle?</source>
        <translation>流水线的各阶段空闲多久？</translation>
    </message>
    <message>
        <source>How many chips can share a step of %1?</source>
        <translation>%1 的一步可由多少个芯片分担？</translation>
    </message>
    <message>
        <source>Which stage of %1 is the fullest?</source>
        <translation>%1 的哪个阶段最满？</translation>
    </message>
    <message>
        <source>What do the chips of a %1 tell each other in a step?</source>
        <translation>一步之中，%1 的芯片之间互传什么？</translation>
    </message>
    <message>
        <source>What does it take to train %1 on a %2?</source>
        <translation>在 %2 上训练 %1 需要什么？</translation>
    </message>
    <message>
        <source>How are %1 chips split best between FSDP and tensor?</source>
        <translation>%1 个芯片在 FSDP 与张量之间怎样划分最好？</translation>
    </message>
    <message>
        <source>How much batch does each chip of a %1 need?</source>
        <translation>%1 的每个芯片需要多大的批量？</translation>
    </message>
    <message>
        <source>What binds prefill, and what decode?</source>
        <translation>预填充受什么限制，解码又受什么限制？</translation>
    </message>
    <message>
        <source>How many slices of prefill does a slice of decode need?</source>
        <translation>一个解码切片需要多少个预填充切片？</translation>
    </message>
    <message>
        <source>How long do users wait when many come?</source>
        <translation>用户很多时，要等多久？</translation>
    </message>
    <message>
        <source>How fast can %1 answer, and how many at once?</source>
        <translation>%1 回答能有多快，又能同时回答多少个请求？</translation>
    </message>
    <message>
        <source>What does a token of %1 wait for?</source>
        <translation>%1 的一个 token 在等待什么？</translation>
    </message>
    <message>
        <source>How many users does a %1 hold?</source>
        <translation>一个 %1 能容纳多少用户？</translation>
    </message>
    <message>
        <source>What does a million tokens of %1 cost?</source>
        <translation>%1 的一百万个 token 成本是多少？</translation>
    </message>
</context>
<context>
    <name>scalescope::LoadPlot</name>
    <message>
        <source>Latency under load</source>
        <translation>负载下的延迟</translation>
    </message>
    <message>
        <source>Prompts of %1, answers of %2, up to %3 on a replica</source>
        <translation>提示 %1，回答 %2，每个副本最多 %3</translation>
    </message>
    <message>
        <source>%1: at most %2 are sustained, and now %3 come.</source>
        <translation>%1：最多可持续 %2，而现在的速率为 %3。</translation>
    </message>
    <message>
        <source>%1: at %2 the first token comes after %3.</source>
        <translation>%1：在 %2 时，首 token 在 %3 后到来。</translation>
    </message>
    <message>
        <source>The queue grows without end.</source>
        <translation>队列无限增长。</translation>
    </message>
    <message>
        <source>A token takes %1, a whole request %2. The servers sustain at most %3.</source>
        <translation>一个 token 用时 %1，整个请求用时 %2。服务器最多可持续 %3。</translation>
    </message>
    <message>
        <source>Requests per second</source>
        <translation>每秒请求数</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>排队</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>首 token</translation>
    </message>
    <message>
        <source>Per token</source>
        <translation>每 token</translation>
    </message>
    <message>
        <source>End to end</source>
        <translation>端到端</translation>
    </message>
    <message>
        <source>Sequences on a replica</source>
        <translation>每副本序列数</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>No load: this cannot be built</source>
        <translation>没有负载：此配置无法构建</translation>
    </message>
    <message>
        <source>No load: this does not fit in memory</source>
        <translation>没有负载：此配置在内存中放不下</translation>
    </message>
    <message>
        <source>No load: nothing is served</source>
        <translation>没有负载：没有提供任何服务</translation>
    </message>
    <message>
        <source>time to first token</source>
        <translation>首 token 时间</translation>
    </message>
    <message>
        <source>time per token</source>
        <translation>每 token 时间</translation>
    </message>
    <message>
        <source>end to end</source>
        <translation>端到端</translation>
    </message>
    <message>
        <source>limit on the first token %1</source>
        <translation>首 token 上限 %1</translation>
    </message>
    <message>
        <source>limit on a token %1</source>
        <translation>每 token 上限 %1</translation>
    </message>
    <message>
        <source>requests per second</source>
        <translation>每秒请求数</translation>
    </message>
    <message>
        <source>mean time</source>
        <translation>平均时间</translation>
    </message>
    <message>
        <source>tails grow</source>
        <translation>长尾增大</translation>
    </message>
    <message>
        <source>means only</source>
        <translation>仅为均值</translation>
    </message>
    <message>
        <source>the queue grows without end</source>
        <translation>队列无限增长</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>最多</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>当前 %1</translation>
    </message>
    <message>
        <source>not sustained</source>
        <translation>不可持续</translation>
    </message>
    <message>
        <source>The largest rate: %1</source>
        <translation>最大速率：%1</translation>
    </message>
    <message>
        <source>Beyond it the queue grows without end.</source>
        <translation>超过它，队列会无限增长。</translation>
    </message>
    <message>
        <source>%1 of the largest rate</source>
        <translation>最大速率的 %1</translation>
    </message>
    <message>
        <source>Drag to change the rate.</source>
        <translation>拖动可更改速率。</translation>
    </message>
    <message>
        <source>at %1: %2</source>
        <translation>%1 时：%2</translation>
    </message>
</context>
<context>
    <name>scalescope::MainWindow</name>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>The change was not made.</source>
        <translation>未作更改。</translation>
    </message>
    <message>
        <source>The model could not be read.</source>
        <translation>无法读取模型。</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>The hardware could not be read.</source>
        <translation>无法读取硬件。</translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation>硬件</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>The preset could not be read.</source>
        <translation>无法读取预设。</translation>
    </message>
    <message>
        <source>%1 could not be opened; nothing was changed.</source>
        <translation>无法打开 %1；未作任何更改。</translation>
    </message>
    <message>
        <source>%1 could not be opened: %2</source>
        <translation>无法打开 %1：%2</translation>
    </message>
    <message>
        <source>Imported model</source>
        <translation>导入的模型</translation>
    </message>
    <message>
        <source>Recovered work</source>
        <translation>恢复的工作</translation>
    </message>
    <message>
        <source>Unsaved work of a session that ended unexpectedly was recovered. Save it to keep it.</source>
        <translation>已恢复意外结束的会话中未保存的工作。保存后即可保留。</translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation>打开最近文件</translation>
    </message>
    <message>
        <source>Open preset</source>
        <translation>打开预设</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>No files yet</source>
        <translation>暂无文件</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>另存为</translation>
    </message>
    <message>
        <source>Scenarios (*.json)</source>
        <translation>场景 (*.json)</translation>
    </message>
    <message>
        <source>%1 could not be saved: %2</source>
        <translation>无法保存 %1：%2</translation>
    </message>
    <message>
        <source>Export picture</source>
        <translation>导出图</translation>
    </message>
    <message>
        <source>The picture could not be exported: %1</source>
        <translation>无法导出此图：%1</translation>
    </message>
    <message>
        <source>Exported %1.</source>
        <translation>已导出 %1。</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>复制图</translation>
    </message>
    <message>
        <source>Copy numbers as CSV</source>
        <translation>将数值复制为 CSV</translation>
    </message>
    <message>
        <source>Explain this number</source>
        <translation>解释此数值</translation>
    </message>
    <message>
        <source>Copy formula</source>
        <translation>复制公式</translation>
    </message>
    <message>
        <source>Show numbers</source>
        <translation>显示数值</translation>
    </message>
    <message>
        <source>Export...</source>
        <translation>导出...</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Scalescope %1: how a transformer scales on real accelerators. Licence: GPL-3.0-or-later.</source>
        <translation>Scalescope %1：transformer 如何在真实加速器上扩展。许可证：GPL-3.0-or-later。</translation>
    </message>
    <message>
        <source>Arrays</source>
        <translation>数组</translation>
    </message>
    <message>
        <source>Best order</source>
        <translation>最佳顺序</translation>
    </message>
    <message>
        <source>Sharding</source>
        <translation>切分</translation>
    </message>
    <message>
        <source>Save as my hardware</source>
        <translation>保存为我的硬件</translation>
    </message>
    <message>
        <source>Hardware presets (*.json)</source>
        <translation>硬件预设 (*.json)</translation>
    </message>
    <message>
        <source>The hardware could not be saved: %1</source>
        <translation>无法保存硬件：%1</translation>
    </message>
    <message>
        <source>The hardware was saved, but cannot be a preset.</source>
        <translation>硬件已保存，但不能用作预设。</translation>
    </message>
    <message>
        <source>Saved as hardware preset %1.</source>
        <translation>已保存为硬件预设 %1。</translation>
    </message>
    <message>
        <source>Serving</source>
        <translation>推理服务</translation>
    </message>
</context>
<context>
    <name>scalescope::MatmulPlot</name>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>One matmul on one chip</source>
        <translation>单个芯片上的一次矩阵乘</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>%1: bound by %2.</source>
        <translation>%1：受%2限制。</translation>
    </message>
    <message>
        <source>Arithmetic takes %1, the operands %2.</source>
        <translation>算术运算耗时 %1，操作数传输耗时 %2。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>arithmetic</source>
        <translation>算术运算</translation>
    </message>
    <message>
        <source>intensity</source>
        <translation>强度</translation>
    </message>
    <message>
        <source>ridge</source>
        <translation>脊点</translation>
    </message>
    <message>
        <source>attained</source>
        <translation>实际达到</translation>
    </message>
    <message>
        <source>critical batch</source>
        <translation>临界批量</translation>
    </message>
    <message>
        <source>bound by</source>
        <translation>限制因素</translation>
    </message>
    <message>
        <source>%1, %2 of peak</source>
        <translation>%1，峰值的 %2</translation>
    </message>
    <message>
        <source>%1 FLOP/B, ridge %2</source>
        <translation>%1 FLOP/B，脊点 %2</translation>
    </message>
    <message>
        <source>none: never compute-bound</source>
        <translation>无：永远不受计算限制</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>%1 in %2 of %3</source>
        <translation>%1，放入 %3 的 %2</translation>
    </message>
    <message>
        <source>2 B D F</source>
        <translation>2 B D F</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1，速率 %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 中的 %1</translation>
    </message>
    <message>
        <source>over %1, %2</source>
        <translation>经 %1，%2</translation>
    </message>
</context>
<context>
    <name>scalescope::MemoryPlot</name>
    <message>
        <source>Memory per chip</source>
        <translation>每芯片内存</translation>
    </message>
    <message>
        <source>The capacity of the chip is unknown.</source>
        <translation>此芯片的容量未知。</translation>
    </message>
    <message>
        <source>This plan fills %1 of the memory.</source>
        <translation>此方案占用内存的 %1。</translation>
    </message>
    <message>
        <source>This plan does not fit.</source>
        <translation>此方案放不下。</translation>
    </message>
    <message>
        <source>Not counted: %1.</source>
        <translation>未计入：%1。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、 </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: %2, which does not fit</source>
        <translation>%1：%2，放不下</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>The chip has %1.</source>
        <translation>此芯片有 %1。</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>master weights</source>
        <translation>主权重</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>gathered weights</source>
        <translation>聚集的权重</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>logits</translation>
    </message>
    <message>
        <source>buffers</source>
        <translation>缓冲区</translation>
    </message>
    <message>
        <source>reserve</source>
        <translation>预留</translation>
    </message>
    <message>
        <source>this plan</source>
        <translation>此方案</translation>
    </message>
    <message>
        <source>pure data parallel</source>
        <translation>纯数据并行</translation>
    </message>
    <message>
        <source>with block remat</source>
        <translation>启用整块重计算</translation>
    </message>
    <message>
        <source>block remat off</source>
        <translation>关闭整块重计算</translation>
    </message>
    <message>
        <source>remat off</source>
        <translation>关闭重计算</translation>
    </message>
    <message>
        <source>GB per chip</source>
        <translation>每芯片 GB</translation>
    </message>
    <message>
        <source>HBM %1</source>
        <translation>HBM %1</translation>
    </message>
    <message>
        <source>%1: does not fit, %2 × too large</source>
        <translation>%1：放不下，为容量的 %2 倍</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>%1 too much</source>
        <translation>超出 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 中的 %1</translation>
    </message>
    <message>
        <source>recomputed layer</source>
        <translation>重计算的层</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>draft model</source>
        <translation>草稿模型</translation>
    </message>
</context>
<context>
    <name>scalescope::MeshDiagram</name>
    <message>
        <source>Devices and links</source>
        <translation>设备与链路</translation>
    </message>
    <message>
        <source>%1 torus</source>
        <translation>%1 环面</translation>
    </message>
    <message numerus="yes">
        <source>%n slices over %1</source>
        <translation>
            <numerusform>%n 个切片，经%1相连</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1（度数 %2）</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>This mesh cannot be laid on the chips.</source>
        <translation>此网格无法布置到这些芯片上。</translation>
    </message>
    <message>
        <source>Full links are drawn strong; chips fill with what they hold.</source>
        <translation>满载的链路以粗线绘出；芯片按其持有的量填充。</translation>
    </message>
    <message>
        <source>The mesh takes %1 of %2 chips; links have the colour of the axis that runs on them.</source>
        <translation>网格占用 %2 个芯片中的 %1 个；链路的颜色对应在其上通信的轴。</translation>
    </message>
    <message>
        <source>Links have the colour of the mesh axis that runs on them.</source>
        <translation>链路的颜色对应在其上通信的网格轴。</translation>
    </message>
    <message>
        <source>%1 chips: %2.</source>
        <translation>%1 个芯片：%2。</translation>
    </message>
    <message>
        <source>%1 = %2 lies on %3: %4.</source>
        <translation>%1 = %2 位于 %3：%4。</translation>
    </message>
    <message>
        <source>one chip</source>
        <translation>单个芯片</translation>
    </message>
    <message>
        <source>through switches</source>
        <translation>经由交换机</translation>
    </message>
    <message>
        <source>lines</source>
        <translation>多条线</translation>
    </message>
    <message>
        <source>a line</source>
        <translation>一条线</translation>
    </message>
    <message>
        <source>rings</source>
        <translation>多个环</translation>
    </message>
    <message>
        <source>a ring</source>
        <translation>一个环</translation>
    </message>
    <message>
        <source>rings and lines</source>
        <translation>环和线</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>轴</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Lies on</source>
        <translation>所在位置</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Hops</source>
        <translation>跳数</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation>%1：%3 中的 %2</translation>
    </message>
    <message>
        <source>%1: %2, ring</source>
        <translation>%1：%2，环</translation>
    </message>
    <message>
        <source>%1: %2, line</source>
        <translation>%1：%2，线</translation>
    </message>
    <message>
        <source>%1 %2 one way</source>
        <translation>%1 单向 %2</translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <translation>%1 = %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>slice %1</source>
        <translation>切片 %1</translation>
    </message>
    <message>
        <source>has %1 of the terms of its block</source>
        <translation>已有其块的求和项的 %1</translation>
    </message>
    <message>
        <source>has %1 of the terms of the array</source>
        <translation>已有数组的求和项的 %1</translation>
    </message>
    <message>
        <source>has %1 of the pieces meant for it</source>
        <translation>已收到发给它的分片的 %1</translation>
    </message>
    <message>
        <source>holds %1 of the array</source>
        <translation>持有数组的 %1</translation>
    </message>
    <message>
        <source>Chip %1</source>
        <translation>芯片 %1</translation>
    </message>
    <message>
        <source>outside the mesh</source>
        <translation>在网格之外</translation>
    </message>
    <message>
        <source>Device %1 (%2)</source>
        <translation>设备 %1（%2）</translation>
    </message>
    <message>
        <source>chip at %1</source>
        <translation>芯片位于 %1</translation>
    </message>
    <message>
        <source>member %1 of %2 of its group, %3</source>
        <translation>其组内 %2 个成员中的成员 %1，%3</translation>
    </message>
    <message>
        <source>%1 children under each switch</source>
        <translation>每个交换机下有 %1 个子节点</translation>
    </message>
    <message>
        <source>%1 one way into it</source>
        <translation>接入单向 %1</translation>
    </message>
    <message>
        <source>%1 a hop</source>
        <translation>每跳 %1</translation>
    </message>
    <message>
        <source>the switches can add up in the network</source>
        <translation>交换机可在网络内求和</translation>
    </message>
    <message>
        <source>Dimension %1: %2 chips</source>
        <translation>维 %1：%2 个芯片</translation>
    </message>
    <message>
        <source>wraps: the last chip is joined to the first</source>
        <translation>首尾相接：最后一个芯片与第一个相连</translation>
    </message>
    <message>
        <source>does not wrap: its ends are not joined</source>
        <translation>不首尾相接：两端不相连</translation>
    </message>
    <message>
        <source>%1 one way, each link</source>
        <translation>每条链路单向 %1</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>, %1 a hop</source>
        <translation>，每跳 %1</translation>
    </message>
    <message>
        <source>one way, %1 a hop</source>
        <translation>单向，每跳 %1</translation>
    </message>
    <message>
        <source>one way</source>
        <translation>单向</translation>
    </message>
    <message>
        <source>Filled: the share of what each chip will have.</source>
        <translation>填充：每个芯片最终所持数据中已有的比例。</translation>
    </message>
    <message>
        <source>Outlined: one group of the %1.</source>
        <translation>描边：%1 的一个组。</translation>
    </message>
    <message>
        <source>%1 of %2 chips are drawn.</source>
        <translation>绘出了 %2 个芯片中的 %1 个。</translation>
    </message>
    <message>
        <source>Shade: the place along %1.</source>
        <translation>深浅：沿 %1 的位置。</translation>
    </message>
    <message>
        <source>Shade: the place in the group.</source>
        <translation>深浅：在组内的位置。</translation>
    </message>
    <message>
        <source>One chip.</source>
        <translation>一个芯片。</translation>
    </message>
</context>
<context>
    <name>scalescope::MessageBar</name>
    <message>
        <source>Line %1, column %2: </source>
        <translation>第 %1 行，第 %2 列： </translation>
    </message>
    <message numerus="yes">
        <source>And %n more.</source>
        <translation>
            <numerusform>还有 %n 条。</numerusform>
        </translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>scalescope::NotationBar</name>
    <message>
        <source>Mesh</source>
        <translation>网格</translation>
    </message>
    <message>
        <source>Dimensions</source>
        <translation>维</translation>
    </message>
    <message>
        <source>Left array</source>
        <translation>左数组</translation>
    </message>
    <message>
        <source>Right array</source>
        <translation>右数组</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Choose a sharding</source>
        <translation>选择切分</translation>
    </message>
    <message>
        <source>%1: choose a sharding</source>
        <translation>%1：选择切分</translation>
    </message>
    <message>
        <source>Axes and their sizes, the innermost first: X=4, Y=4</source>
        <translation>各轴及其大小，最内层在前：X=4, Y=4</translation>
    </message>
    <message>
        <source>Names and sizes of the arrays&apos; dimensions: I=8192, J=8192</source>
        <translation>数组各维的名称和大小：I=8192, J=8192</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>运算</translation>
    </message>
    <message>
        <source>Best order</source>
        <translation>最佳顺序</translation>
    </message>
    <message>
        <source>Lays the axes of the mesh on the hardware in the order that makes the operation fastest</source>
        <translation>按使该运算最快的顺序，将网格的各轴布置到硬件上</translation>
    </message>
    <message>
        <source>column %1: %2</source>
        <translation>第 %1 列：%2</translation>
    </message>
    <message>
        <source>The notation is longer than %1 letters. Shorten the names.</source>
        <translation>记法超过 %1 个字符。请缩短名称。</translation>
    </message>
    <message>
        <source>What follows from the inputs</source>
        <translation>由输入得出的结果</translation>
    </message>
    <message>
        <source>%1  unsharded</source>
        <translation>%1  未切分</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Enter in the changed field takes arrays that suit it.</source>
        <translation>在已更改的字段中按 Enter，即可采用与之相符的数组。</translation>
    </message>
    <message>
        <source>I_X splits dimension I over axis X; {U_X} is a sum that X has yet to add up. The first axis of the mesh is the innermost.</source>
        <translation>I_X 将维 I 沿轴 X 切分；{U_X} 是尚需沿 X 相加的部分和。网格的第一个轴为最内层。</translation>
    </message>
</context>
<context>
    <name>scalescope::NumberBox</name>
    <message>
        <source>– unknown</source>
        <translation>– 未知</translation>
    </message>
</context>
<context>
    <name>scalescope::ParameterControl</name>
    <message>
        <source>Lock the number of chips with this degree: it gives or takes when another one is dragged</source>
        <translation>用此并行度锁定芯片数：拖动其他并行度时，由它随之增减</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Reset %1 to %2</source>
        <translation>将 %1 重置为 %2</translation>
    </message>
    <message>
        <source>Unit: %1.</source>
        <translation>单位：%1。</translation>
    </message>
</context>
<context>
    <name>scalescope::PhasesPlot</name>
    <message>
        <source>Prefill and decode</source>
        <translation>预填充与解码</translation>
    </message>
    <message>
        <source>This cannot be built, so it has no times.</source>
        <translation>此配置无法构建，因此没有时间。</translation>
    </message>
    <message>
        <source>prefill is bound by %1, decode by %2</source>
        <translation>预填充受%1限制，解码受%2限制</translation>
    </message>
    <message>
        <source>%1: %2. Terms of a pass overlap.</source>
        <translation>%1：%2。一次前向中的各项相互重叠。</translation>
    </message>
    <message>
        <source>%1: does not fit, so times are hypothetical; %2.</source>
        <translation>%1：放不下，因此时间为假设值；%2。</translation>
    </message>
    <message>
        <source>%1 takes %2 and %3 per chip, and makes %4 per chip.</source>
        <translation>%1用时 %2，每芯片占用 %3，每芯片产出 %4。</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>所属</translation>
    </message>
    <message>
        <source>What</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>lower time</source>
        <translation>时间下界</translation>
    </message>
    <message>
        <source>expected time</source>
        <translation>预期时间</translation>
    </message>
    <message>
        <source>upper time</source>
        <translation>时间上界</translation>
    </message>
    <message>
        <source>bound by</source>
        <translation>限制因素</translation>
    </message>
    <message>
        <source>tokens/s per chip</source>
        <translation>每芯片 tokens/s</translation>
    </message>
    <message>
        <source>chips of a replica</source>
        <translation>一个副本的芯片数</translation>
    </message>
    <message>
        <source>replicas of a slice</source>
        <translation>一个切片的副本数</translation>
    </message>
    <message>
        <source>slices</source>
        <translation>切片数</translation>
    </message>
    <message>
        <source>memory: %1</source>
        <translation>内存：%1</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>tokens/s of a replica</source>
        <translation>一个副本的 tokens/s</translation>
    </message>
    <message>
        <source>chips × replicas × slices: %1 × %2 × %3</source>
        <translation>芯片 × 副本 × 切片：%1 × %2 × %3</translation>
    </message>
    <message>
        <source>the capacity is unknown</source>
        <translation>容量未知</translation>
    </message>
    <message>
        <source>of %1 HBM</source>
        <translation>HBM 共 %1</translation>
    </message>
    <message>
        <source>does not fit in %1: %2 × too large</source>
        <translation>%1 放不下：为容量的 %2 倍</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>from the host</source>
        <translation>主机传输</translation>
    </message>
    <message>
        <source>draft</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>%1 traffic</source>
        <translation>%1通信</translation>
    </message>
    <message>
        <source>Prompts of %1, %2 of context, %3</source>
        <translation>提示 %1，上下文 %2，%3</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>预填充</translation>
    </message>
    <message>
        <source>Decode</source>
        <translation>解码</translation>
    </message>
    <message>
        <source>No times: this cannot be built</source>
        <translation>没有时间：此配置无法构建</translation>
    </message>
    <message>
        <source>Decode by: %1</source>
        <translation>解码，按 %1</translation>
    </message>
    <message>
        <source>network %1</source>
        <translation>网络 %1</translation>
    </message>
    <message>
        <source>%1, bound by %2</source>
        <translation>%1，受%2限制</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>%1 per chip</source>
        <translation>每芯片 %1</translation>
    </message>
    <message>
        <source>hypothetical</source>
        <translation>假设值</translation>
    </message>
    <message>
        <source>%1, memory of a chip</source>
        <translation>%1，每芯片内存</translation>
    </message>
    <message>
        <source>all overlapped</source>
        <translation>全部重叠</translation>
    </message>
    <message>
        <source>not hidden</source>
        <translation>未被掩盖</translation>
    </message>
    <message>
        <source>a decode step: %1</source>
        <translation>一个解码步：%1</translation>
    </message>
    <message>
        <source>all overlapped: %1</source>
        <translation>全部重叠：%1</translation>
    </message>
    <message>
        <source>network: %1</source>
        <translation>网络：%1</translation>
    </message>
    <message>
        <source>%1 of a replica</source>
        <translation>每副本 %1</translation>
    </message>
    <message>
        <source>The pass takes %1, bound by %2.</source>
        <translation>这次前向用时 %1，受%2限制。</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>%1 too much</source>
        <translation>超出 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 中的 %1</translation>
    </message>
</context>
<context>
    <name>scalescope::PlaybackBar</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Play the collective</source>
        <translation>播放集合通信</translation>
    </message>
    <message>
        <source>Playback</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>One hop back</source>
        <translation>后退一跳</translation>
    </message>
    <message>
        <source>One hop on</source>
        <translation>前进一跳</translation>
    </message>
    <message>
        <source>End the playback</source>
        <translation>结束播放</translation>
    </message>
    <message>
        <source>Time of the playback</source>
        <translation>播放时间</translation>
    </message>
    <message>
        <source>Speed of the playback</source>
        <translation>播放速度</translation>
    </message>
</context>
<context>
    <name>scalescope::PlaybackDiagram</name>
    <message>
        <source>%1, hop by hop</source>
        <translation>%1，逐跳展示</translation>
    </message>
    <message>
        <source>The collective, hop by hop</source>
        <translation>集合通信，逐跳展示</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message numerus="yes">
        <source>after %n hops, %1</source>
        <translation>
            <numerusform>经过 %n 跳，%1</numerusform>
        </translation>
    </message>
    <message>
        <source>hop %1 of %2, %3</source>
        <translation>第 %1 / %2 跳，%3</translation>
    </message>
    <message>
        <source>A group of one chip has nothing to send.</source>
        <translation>只有一个芯片的组无需发送。</translation>
    </message>
    <message>
        <source>%1 has a time, beside, but is not drawn: AllGather, ReduceScatter, AllReduce and AllToAll are.</source>
        <translation>%1 的时间见旁侧，但未绘出：只绘出 AllGather、ReduceScatter、AllReduce 和 AllToAll。</translation>
    </message>
    <message>
        <source>This group has %1 chips; %2 is drawn for groups of up to %3. Choose fewer or smaller axes to see it.</source>
        <translation>该组有 %1 个芯片；%2 最多绘出 %3 个芯片的组。请选择更少或更小的轴来查看。</translation>
    </message>
    <message>
        <source>There is nothing to send.</source>
        <translation>没有需要发送的数据。</translation>
    </message>
    <message>
        <source>%1 in all, exactly the bandwidth term.</source>
        <translation>总计 %1，恰好等于带宽项。</translation>
    </message>
    <message>
        <source>%1 in all: the bandwidth term of %2, exceeded only by the pipeline&apos;s fill of %3.</source>
        <translation>总计 %1：带宽项为 %2，仅多出流水线填充的 %3。</translation>
    </message>
    <message>
        <source>%1 in all; the bandwidth term is %2, as the torus rule binds on fewer dimensions than are drawn.</source>
        <translation>总计 %1；带宽项为 %2，因为按环面规则起限制作用的维少于绘出的维。</translation>
    </message>
    <message>
        <source>Not drawn.</source>
        <translation>未绘出。</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n hops</source>
        <translation>
            <numerusform>%1：%n 跳</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 in a group of %2.</source>
        <translation>%1，组大小为 %2。</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message numerus="yes">
        <source>Each block travels in %n chunks.</source>
        <translation>
            <numerusform>每个块分 %n 段传输。</numerusform>
        </translation>
    </message>
    <message>
        <source>Hop</source>
        <translation>跳</translation>
    </message>
    <message>
        <source>On</source>
        <translation>所在网络</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>Blocks together</source>
        <translation>一并发送的块数</translation>
    </message>
    <message>
        <source>and more</source>
        <translation>及更多</translation>
    </message>
    <message>
        <source>device %1</source>
        <translation>设备 %1</translation>
    </message>
    <message>
        <source>has %1 of the terms of its block</source>
        <translation>已有其块的求和项的 %1</translation>
    </message>
    <message>
        <source>has %1 of the terms of the array</source>
        <translation>已有数组的求和项的 %1</translation>
    </message>
    <message>
        <source>has %1 of the pieces meant for it</source>
        <translation>已收到发给它的分片的 %1</translation>
    </message>
    <message>
        <source>holds %1 of the array</source>
        <translation>持有数组的 %1</translation>
    </message>
    <message>
        <source>Dimension %1</source>
        <translation>维 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n hops</source>
        <translation>
            <numerusform>%n 跳</numerusform>
        </translation>
    </message>
    <message>
        <source>busy for %1 of %2</source>
        <translation>%2 中有 %1 忙碌</translation>
    </message>
    <message>
        <source>Device %1 (%2)</source>
        <translation>设备 %1（%2）</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>sends to %1</source>
        <translation>发送到 %1</translation>
    </message>
    <message>
        <source>receives from %1</source>
        <translation>接收自 %1</translation>
    </message>
    <message>
        <source>Nothing to play</source>
        <translation>没有可播放的内容</translation>
    </message>
    <message>
        <source>This mesh cannot be laid</source>
        <translation>此网格无法布置</translation>
    </message>
    <message>
        <source>from</source>
        <translation>来自</translation>
    </message>
    <message>
        <source>block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>%1 more members</source>
        <translation>另有 %1 个成员</translation>
    </message>
</context>
<context>
    <name>scalescope::PoolsDiagram</name>
    <message>
        <source>The two pools</source>
        <translation>两个池</translation>
    </message>
    <message>
        <source>Prefill beside decode</source>
        <translation>预填充与解码并存</translation>
    </message>
    <message>
        <source>Prompts of %1, answers of %2</source>
        <translation>提示 %1，回答 %2</translation>
    </message>
    <message>
        <source>This cannot be built, so nothing is served.</source>
        <translation>此配置无法构建，因此不提供任何服务。</translation>
    </message>
    <message>
        <source>%1: does not fit in memory, so all of this is hypothetical.</source>
        <translation>%1：在内存中放不下，因此这些均为假设值。</translation>
    </message>
    <message>
        <source>%1: prefills take %2 of the time of the chips that decode.</source>
        <translation>%1：预填充占用执行解码的芯片 %2 的时间。</translation>
    </message>
    <message>
        <source>%1: %2 of the decode steps carry a piece of a prompt.</source>
        <translation>%1：%2 的解码步带有一块提示。</translation>
    </message>
    <message>
        <source>%1: both pools are busy.</source>
        <translation>%1：两个池都忙碌。</translation>
    </message>
    <message>
        <source>%1: decode holds prefill up, which is busy %2 of the time.</source>
        <translation>%1：解码拖住预填充，后者有 %2 的时间忙碌。</translation>
    </message>
    <message>
        <source>%1: prefill holds decode up, which is busy %2 of the time.</source>
        <translation>%1：预填充拖住解码，后者有 %2 的时间忙碌。</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>Prefill could serve %1, decode %2.</source>
        <translation>预填充可服务 %1，解码可服务 %2。</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>所属</translation>
    </message>
    <message>
        <source>What</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>prefill</source>
        <translation>预填充</translation>
    </message>
    <message>
        <source>decode</source>
        <translation>解码</translation>
    </message>
    <message>
        <source>slices</source>
        <translation>切片数</translation>
    </message>
    <message>
        <source>chips of a slice</source>
        <translation>一个切片的芯片数</translation>
    </message>
    <message>
        <source>requests/s</source>
        <translation>请求/s</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>between</source>
        <translation>两者之间</translation>
    </message>
    <message>
        <source>bytes of a request</source>
        <translation>一个请求的字节数</translation>
    </message>
    <message>
        <source>time of a request</source>
        <translation>一个请求的时间</translation>
    </message>
    <message>
        <source>prefill slices for one of decode</source>
        <translation>每个解码切片所需的预填充切片数</translation>
    </message>
    <message>
        <source>prefill&apos;s cost</source>
        <translation>预填充的代价</translation>
    </message>
    <message>
        <source>a step with a piece is longer by</source>
        <translation>带一块提示的步延长</translation>
    </message>
    <message>
        <source>a prefill stops decodes for</source>
        <translation>一次预填充使解码停顿</translation>
    </message>
    <message>
        <source>share of the steps</source>
        <translation>占步数的比例</translation>
    </message>
    <message>
        <source>share of the time</source>
        <translation>占时间的比例</translation>
    </message>
    <message>
        <source>time per token</source>
        <translation>每 token 时间</translation>
    </message>
    <message>
        <source>time per token without it</source>
        <translation>不含预填充时的每 token 时间</translation>
    </message>
    <message>
        <source>%1 × %2 chips</source>
        <comment>slices, chips of each</comment>
        <translation>%1 × %2 个芯片</translation>
    </message>
    <message>
        <source>Prefill and decode: %1</source>
        <translation>预填充与解码：%1</translation>
    </message>
    <message>
        <source>Prefill: %1</source>
        <translation>预填充：%1</translation>
    </message>
    <message>
        <source>Decode: %1</source>
        <translation>解码：%1</translation>
    </message>
    <message>
        <source>1 decode slice keeps %1 prefill slices busy</source>
        <translation>1 个解码切片可使 %1 个预填充切片保持忙碌</translation>
    </message>
    <message>
        <source>1 prefill slice keeps %1 decode slices busy</source>
        <translation>1 个预填充切片可使 %1 个解码切片保持忙碌</translation>
    </message>
    <message>
        <source>A step that carries a piece of %1 takes %2 longer.</source>
        <translation>带有一块 %1 的提示的步会延长 %2。</translation>
    </message>
    <message>
        <source>Pieces bring prompts in more slowly than answers end.</source>
        <translation>分块送入提示的速度慢于回答结束的速度。</translation>
    </message>
    <message>
        <source>A prefill of %1 stops all decodes of its chips for %2.</source>
        <translation>一次 %1 的预填充会使其芯片上的所有解码停顿 %2。</translation>
    </message>
    <message>
        <source>A token takes %1; alone it would take %2.</source>
        <translation>一个 token 用时 %1；单独解码时为 %2。</translation>
    </message>
    <message>
        <source>To separate them, set Prefill to “disaggregated”.</source>
        <translation>要将两者分开，请将“预填充”设为“分离式”。</translation>
    </message>
    <message>
        <source>Nothing is served: this cannot be built</source>
        <translation>不提供任何服务：此配置无法构建</translation>
    </message>
    <message>
        <source>%1, if it fitted in memory</source>
        <translation>%1（假如内存放得下）</translation>
    </message>
    <message>
        <source>could serve %1</source>
        <translation>可服务 %1</translation>
    </message>
    <message>
        <source>busy %1 of the time</source>
        <translation>%1 的时间忙碌</translation>
    </message>
    <message>
        <source>× %1</source>
        <translation>× %1</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
    </message>
    <message>
        <source>network unknown</source>
        <translation>网络未知</translation>
    </message>
    <message>
        <source>of all decode steps</source>
        <translation>占全部解码步</translation>
    </message>
    <message>
        <source>of all time</source>
        <translation>占全部时间</translation>
    </message>
    <message>
        <source>decode alone</source>
        <translation>仅解码</translation>
    </message>
    <message>
        <source>with a piece</source>
        <translation>带一块提示</translation>
    </message>
    <message>
        <source>What a request&apos;s prefill leaves, on its way to decode</source>
        <translation>一个请求预填充后留下、正送往解码的数据</translation>
    </message>
    <message>
        <source>The network between is unknown.</source>
        <translation>两者之间的网络未知。</translation>
    </message>
    <message>
        <source>What prefill costs</source>
        <translation>预填充的代价</translation>
    </message>
    <message>
        <source>Drag to change the number of slices.</source>
        <translation>拖动可更改切片数。</translation>
    </message>
</context>
<context>
    <name>scalescope::RatioPlot</name>
    <message>
        <source>Compute over network time</source>
        <translation>计算时间与网络时间之比</translation>
    </message>
    <message>
        <source>This plan cannot be built, so it has no times.</source>
        <translation>此方案无法构建，因此没有时间。</translation>
    </message>
    <message>
        <source>Nothing is sent, so nothing can hide it.</source>
        <translation>不发送任何数据，因此没有可掩盖的通信。</translation>
    </message>
    <message>
        <source>%1 per chip</source>
        <translation>每芯片 %1</translation>
    </message>
    <message>
        <source>The plan is %1.</source>
        <translation>此方案%1。</translation>
    </message>
    <message>
        <source>Above one, compute hides the network. With the best split of the FSDP and tensor degrees the plan is %1.</source>
        <translation>大于 1 时，计算掩盖网络通信。在 FSDP 与张量并行度的最佳划分下，此方案%1。</translation>
    </message>
    <message>
        <source>Now %1 at %2 per chip.</source>
        <translation>当前每芯片 %2，比值为 %1。</translation>
    </message>
    <message>
        <source>Batch per chip</source>
        <translation>每芯片批量</translation>
    </message>
    <message>
        <source>Best split</source>
        <translation>最佳划分</translation>
    </message>
    <message>
        <source>FSDP alone</source>
        <translation>仅 FSDP</translation>
    </message>
    <message>
        <source>tensor alone</source>
        <translation>仅张量</translation>
    </message>
    <message>
        <source>best split</source>
        <translation>最佳划分</translation>
    </message>
    <message>
        <source>No times: this plan cannot be built</source>
        <translation>没有时间：此方案无法构建</translation>
    </message>
    <message>
        <source>Nothing is sent</source>
        <translation>不发送任何数据</translation>
    </message>
    <message>
        <source>With more than one chip, compute is compared with the network here.</source>
        <translation>多于一个芯片时，此处比较计算与网络。</translation>
    </message>
    <message>
        <source>batch per chip, tokens</source>
        <translation>每芯片批量（token）</translation>
    </message>
    <message>
        <source>%1 above</source>
        <translation>%1，超过</translation>
    </message>
    <message>
        <source>compute over network time</source>
        <translation>计算时间 / 网络时间</translation>
    </message>
    <message>
        <source>compute-bound above</source>
        <translation>以上受计算限制</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>当前 %1</translation>
    </message>
    <message>
        <source>Compute-bound above this line</source>
        <translation>此线以上受计算限制</translation>
    </message>
    <message>
        <source>Here communication takes as long as compute.</source>
        <translation>此处通信与计算耗时相同。</translation>
    </message>
    <message>
        <source>Best split: %1</source>
        <translation>最佳划分：%1</translation>
    </message>
    <message>
        <source>at %1 per chip: %2</source>
        <translation>每芯片 %1 时：%2</translation>
    </message>
</context>
<context>
    <name>scalescope::RooflinePlot</name>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>The chip states no peak for this dtype.</source>
        <translation>此芯片未给出该数据类型的峰值。</translation>
    </message>
    <message>
        <source>Each operation of a layer at the level that limits it most. Size is its share of the compute time.</source>
        <translation>层中的每个算子，画在对其限制最大的层级上。大小为其占计算时间的比例。</translation>
    </message>
    <message>
        <source>%1: %2 of the peak</source>
        <translation>%1：峰值的 %2</translation>
    </message>
    <message>
        <source>Peak %1.</source>
        <translation>峰值 %1。</translation>
    </message>
    <message>
        <source>Compute-bound above %1 FLOP per byte.</source>
        <translation>超过 %1 FLOP/字节时受计算限制。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>层级</translation>
    </message>
    <message>
        <source>FLOP per byte</source>
        <translation>FLOP/字节</translation>
    </message>
    <message>
        <source>FLOP/s at most</source>
        <translation>FLOP/s 上限</translation>
    </message>
    <message>
        <source>Share of compute</source>
        <translation>计算时间占比</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>ridge</source>
        <translation>脊点</translation>
    </message>
    <message>
        <source>norms</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>%1 over %2</source>
        <comment>degree over network</comment>
        <translation>%1，经 %2</translation>
    </message>
    <message>
        <source>No ceilings</source>
        <translation>没有上限</translation>
    </message>
    <message>
        <source>arithmetic intensity, FLOP per byte</source>
        <translation>算术强度（FLOP/字节）</translation>
    </message>
    <message>
        <source>FLOP/s per chip</source>
        <translation>每芯片 FLOP/s</translation>
    </message>
    <message>
        <source>memory-bound</source>
        <translation>受内存带宽限制</translation>
    </message>
    <message>
        <source>compute-bound</source>
        <translation>受计算限制</translation>
    </message>
    <message>
        <source>ridge %1</source>
        <translation>脊点 %1</translation>
    </message>
    <message>
        <source>%1 peak %2</source>
        <translation>%1 峰值 %2</translation>
    </message>
    <message>
        <source>%1 peak</source>
        <translation>%1 峰值</translation>
    </message>
    <message>
        <source>meets the peak at %1 FLOP per byte</source>
        <translation>在 %1 FLOP/字节处达到峰值</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>operation, level</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1 FLOP per byte</source>
        <translation>%1 FLOP/字节</translation>
    </message>
    <message>
        <source>at most %1, %2 of its ceiling</source>
        <translation>至多 %1，为其上限的 %2</translation>
    </message>
    <message>
        <source>bound by this level</source>
        <translation>受此层级限制</translation>
    </message>
    <message>
        <source>%1 of the compute time</source>
        <translation>占计算时间的 %1</translation>
    </message>
    <message>
        <source>drawn, but not timed under these assumptions</source>
        <translation>已画出，但在这些假设下不计时</translation>
    </message>
</context>
<context>
    <name>scalescope::RunDiagram</name>
    <message>
        <source>The run</source>
        <translation>训练运行</translation>
    </message>
    <message>
        <source>This plan cannot be built, so it has no run.</source>
        <translation>此方案无法构建，因此没有训练运行。</translation>
    </message>
    <message>
        <source>Only a whole step makes a run: time the step to see it.</source>
        <translation>只有完整的步才能构成训练：请对整步计时以查看。</translation>
    </message>
    <message>
        <source>Hypothetical: the plan does not fit in memory.</source>
        <translation>假设值：此方案在内存中放不下。</translation>
    </message>
    <message>
        <source>%1 at the expected step time, failures and checkpoints included; beside it one step under each set of assumptions.</source>
        <translation>按预期步时间完成 %1，计入故障与检查点；旁边是各组假设下的一步。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>所属</translation>
    </message>
    <message>
        <source>What</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>the run</source>
        <translation>训练运行</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>days</source>
        <translation>天</translation>
    </message>
    <message>
        <source>years</source>
        <translation>年</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>成本</translation>
    </message>
    <message>
        <source>What does not fit has no price.</source>
        <translation>放不下的方案没有价格。</translation>
    </message>
    <message>
        <source>$%1</source>
        <translation>$%1</translation>
    </message>
    <message>
        <source>enter the price of a chip</source>
        <translation>请填入芯片价格</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>token 数</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>/ %1</translation>
    </message>
    <message>
        <source>Chip-hours</source>
        <translation>芯片小时</translation>
    </message>
    <message>
        <source>%1 chips</source>
        <translation>%1 个芯片</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>能耗</translation>
    </message>
    <message>
        <source>enter the power of a chip</source>
        <translation>请填入芯片功率</translation>
    </message>
    <message>
        <source>Goodput</source>
        <translation>有效产出率</translation>
    </message>
    <message>
        <source>of the time makes progress</source>
        <translation>的时间取得进展</translation>
    </message>
    <message>
        <source>Between failures</source>
        <translation>故障间隔</translation>
    </message>
    <message>
        <source>of any chip</source>
        <translation>任一芯片的故障</translation>
    </message>
    <message>
        <source>Checkpoint every</source>
        <translation>检查点间隔</translation>
    </message>
    <message>
        <source>as entered</source>
        <translation>按填入的值</translation>
    </message>
    <message>
        <source>the best interval</source>
        <translation>最佳间隔</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Time to write it</source>
        <translation>写入时间</translation>
    </message>
    <message>
        <source>%1 per chip</source>
        <translation>每芯片 %1</translation>
    </message>
    <message>
        <source>weights and optimizer, whole model</source>
        <translation>整个模型的权重与优化器</translation>
    </message>
    <message>
        <source>Forward pass</source>
        <translation>前向传播</translation>
    </message>
    <message>
        <source>Backward pass</source>
        <translation>反向传播</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>步时间</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>HFU</source>
        <translation>HFU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>book</source>
        <translation>原书</translation>
    </message>
    <message>
        <source>realistic</source>
        <translation>实际</translation>
    </message>
    <message>
        <source>now</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>now: %1</source>
        <translation>当前：%1</translation>
    </message>
    <message>
        <source>No run: this plan cannot be built</source>
        <translation>没有训练运行：此方案无法构建</translation>
    </message>
    <message>
        <source>No run</source>
        <translation>没有训练运行</translation>
    </message>
    <message>
        <source>failures and checkpoints included</source>
        <translation>含故障与检查点</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>token/s</translation>
    </message>
    <message>
        <source>enter a chip&apos;s failure time</source>
        <translation>请输入芯片的故障间隔</translation>
    </message>
    <message>
        <source>enter it, or a failure time</source>
        <translation>请输入它，或输入故障间隔</translation>
    </message>
</context>
<context>
    <name>scalescope::ScalingPlot</name>
    <message>
        <source>Throughput against chips</source>
        <translation>吞吐量随芯片数的变化</translation>
    </message>
    <message>
        <source>This plan cannot be built, so it has no times.</source>
        <translation>该方案无法构建，因此没有时间。</translation>
    </message>
    <message>
        <source>This hardware comes in one size.</source>
        <translation>该硬件只有一种规模。</translation>
    </message>
    <message>
        <source>At no size does this model fit.</source>
        <translation>任何规模都放不下这个模型。</translation>
    </message>
    <message>
        <source>Chips</source>
        <translation>芯片数</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>%1; does not fit</source>
        <translation>%1；放不下</translation>
    </message>
    <message>
        <source>this batch, this plan</source>
        <translation>批量固定，此方案</translation>
    </message>
    <message>
        <source>this batch</source>
        <translation>批量固定</translation>
    </message>
    <message>
        <source>this batch, best plans</source>
        <translation>批量固定，最佳方案</translation>
    </message>
    <message>
        <source>growing batch, this plan</source>
        <translation>批量增长，此方案</translation>
    </message>
    <message>
        <source>growing batch</source>
        <translation>批量增长</translation>
    </message>
    <message>
        <source>growing batch, best plans</source>
        <translation>批量增长，最佳方案</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>degree and its size</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>one chip</source>
        <translation>一块芯片</translation>
    </message>
    <message>
        <source>%1 micro-batches</source>
        <translation>%1 个微批次</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>No times: this plan cannot be built</source>
        <translation>没有时间：该方案无法构建</translation>
    </message>
    <message>
        <source>Nothing to scale</source>
        <translation>无可扩展</translation>
    </message>
    <message>
        <source>Without a network this hardware is one chip.</source>
        <translation>没有网络时，该硬件只有一块芯片。</translation>
    </message>
    <message>
        <source>chips</source>
        <translation>芯片</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>token/s</translation>
    </message>
    <message>
        <source>linear up to</source>
        <translation>线性至</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>MFU %1</source>
        <translation>MFU %1</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>当前 %1</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>Model FLOPs utilisation %1</source>
        <translation>模型 FLOPs 利用率 %1</translation>
    </message>
    <message>
        <source>Throughput at which the chips reach this share of their peak.</source>
        <translation>芯片达到峰值的这一比例时的吞吐量。</translation>
    </message>
    <message>
        <source>%1: linear up to %2 chips</source>
        <translation>%1：线性至 %2 块芯片</translation>
    </message>
    <message>
        <source>%1: %2 on %3 chips</source>
        <translation>%1：%3 块芯片上 %2</translation>
    </message>
    <message>
        <source>On more, throughput per chip is below nine tenths of the smallest cluster&apos;s.</source>
        <translation>再多时，每块芯片的吞吐量低于最小集群的十分之九。</translation>
    </message>
    <message>
        <source>MFU %1, a step takes %2</source>
        <translation>MFU %1，一步用时 %2</translation>
    </message>
    <message>
        <source>does not fit in memory</source>
        <translation>内存放不下</translation>
    </message>
    <message>
        <source>less than one sequence for each shard of the batch</source>
        <translation>每个批量分片不足一条序列</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%2 块时 %1</translation>
    </message>
    <message>
        <source>%1: linear up to %2 chips, %3.</source>
        <translation>%1：线性至 %2 块芯片，%3。</translation>
    </message>
    <message>
        <source>%1: linear, %2.</source>
        <translation>%1：线性，%2。</translation>
    </message>
    <message>
        <source>With this batch throughput follows the chips up to %1, the most that it keeps busy.</source>
        <translation>批量固定时，吞吐量随芯片数增长到 %1 块，这是它能让其保持忙碌的最多芯片。</translation>
    </message>
    <message>
        <source>With this batch throughput follows the chips up to %1, even with the best plan for each size.</source>
        <translation>批量固定时，即使每种规模都用最佳方案，吞吐量也只随芯片数增长到 %1 块。</translation>
    </message>
    <message>
        <source>With this batch throughput follows the chips up to %1.</source>
        <translation>批量固定时，吞吐量随芯片数增长到 %1 块。</translation>
    </message>
    <message>
        <source>a sequence per shard at</source>
        <translation>每分片一条序列，至</translation>
    </message>
    <message>
        <source>A sequence per shard at %1 chips</source>
        <translation>%1 块芯片时每个分片一条序列</translation>
    </message>
    <message>
        <source>On more, this plan has shards of the batch without a sequence: only context parallelism splits one.</source>
        <translation>再多时，此方案会有批量分片分不到序列：只有上下文并行能切分一条序列。</translation>
    </message>
</context>
<context>
    <name>scalescope::ScheduleDiagram</name>
    <message>
        <source>Pipeline schedule</source>
        <translation>流水线调度</translation>
    </message>
    <message>
        <source>GPipe</source>
        <translation>GPipe</translation>
    </message>
    <message>
        <source>1F1B</source>
        <translation>1F1B</translation>
    </message>
    <message>
        <source>interleaved 1F1B</source>
        <translation>交错 1F1B</translation>
    </message>
    <message>
        <source>zero bubble</source>
        <translation>零气泡</translation>
    </message>
    <message>
        <source>There is nothing to draw: the plan is impossible.</source>
        <translation>没有可绘制的内容：此方案不可行。</translation>
    </message>
    <message>
        <source>%1 on %2 stages, %3 micro-batches: bubble %4 of the step; the closed form %5 gives %6.</source>
        <translation>%1，%2 个阶段，%3 个微批次：气泡占一步的 %4；闭式解 %5 得 %6。</translation>
    </message>
    <message>
        <source>Only %1 micro-batches are drawn.</source>
        <translation>只绘制了 %1 个微批次。</translation>
    </message>
    <message>
        <source>Stage %1 holds the activations of %2 at most.</source>
        <translation>阶段 %1 最多持有 %2 的激活。</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Weight gradients</source>
        <translation>权重梯度</translation>
    </message>
    <message>
        <source>Waits for communication</source>
        <translation>等待通信</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Micro-batches in flight</source>
        <translation>在途微批次</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>%1 micro-batches</source>
        <translation>%1 个微批次</translation>
    </message>
    <message>
        <source>Stage %1: idle</source>
        <translation>阶段 %1：空闲</translation>
    </message>
    <message>
        <source>%1 idle in the whole step</source>
        <translation>整步共空闲 %1</translation>
    </message>
    <message>
        <source>Stage %1: %2</source>
        <translation>阶段 %1：%2</translation>
    </message>
    <message>
        <source>from %1 on, for %2</source>
        <translation>从 %1 开始，持续 %2</translation>
    </message>
    <message>
        <source>of that %1 waiting for communication</source>
        <translation>其中 %1 等待通信</translation>
    </message>
    <message>
        <source>in flight: %1</source>
        <translation>在途：%1</translation>
    </message>
    <message>
        <source>Activations in flight on stage %1</source>
        <translation>阶段 %1 的在途激活</translation>
    </message>
    <message>
        <source>%1 after %2</source>
        <translation>%2 后为 %1</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>最多 %1</translation>
    </message>
    <message>
        <source>%1 for each micro-batch</source>
        <translation>每个微批次 %1</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>drawn: %1, %2 of %3</source>
        <translation>图中：%1，占 %3 的 %2</translation>
    </message>
    <message>
        <source>closed form: %1, %2 of %3</source>
        <translation>闭式解：%1，占 %3 的 %2</translation>
    </message>
    <message>
        <source>%1 with equal stages and no transfers</source>
        <translation>%1，设各阶段相等且无传输</translation>
    </message>
    <message>
        <source>activations in flight: at most %1</source>
        <translation>在途激活：最多 %1</translation>
    </message>
    <message>
        <source>activations in flight on stage %1, the fullest: at most %2</source>
        <translation>最满的阶段 %1 的在途激活：最多 %2</translation>
    </message>
    <message>
        <source>activations in flight on stage %1: at most %2</source>
        <translation>阶段 %1 的在途激活：最多 %2</translation>
    </message>
    <message>
        <source>bubble %1 of the step, closed form %2</source>
        <translation>气泡占一步的 %1，闭式解 %2</translation>
    </message>
    <message>
        <source>bubble %1</source>
        <translation>气泡 %1</translation>
    </message>
    <message>
        <source>no pipeline: one stage</source>
        <translation>没有流水线：一个阶段</translation>
    </message>
    <message>
        <source>no pipeline</source>
        <translation>没有流水线</translation>
    </message>
    <message>
        <source>bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>No pipeline: one stage holds all layers and takes the batch at once.</source>
        <translation>没有流水线：一个阶段容纳所有层，一次处理整个批量。</translation>
    </message>
    <message>
        <source>No pipeline: one stage holds all layers and takes its %1 micro-batches in turn.</source>
        <translation>没有流水线：一个阶段容纳所有层，依次处理 %1 个微批次。</translation>
    </message>
    <message>
        <source>1 micro-batch</source>
        <translation>1 个微批次</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>later chunks in stronger shades</source>
        <translation>越靠后的块颜色越深</translation>
    </message>
    <message>
        <source>bubble %1, closed form %2</source>
        <translation>气泡 %1，闭式解 %2</translation>
    </message>
</context>
<context>
    <name>scalescope::SheetedPage</name>
    <message>
        <source>Frontier</source>
        <translation>前沿</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Prefill and decode</source>
        <translation>预填充与解码</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Alt+%1</source>
        <translation>Alt+%1</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Splits</source>
        <translation>切分</translation>
    </message>
    <message>
        <source>Scaling and run</source>
        <translation>扩展与训练运行</translation>
    </message>
</context>
<context>
    <name>scalescope::SplitPlot</name>
    <message>
        <source>Two chips split a matmul</source>
        <translation>两个芯片拆分一次矩阵乘</translation>
    </message>
    <message>
        <source>Along the contracted size D: above %1 the arithmetic outlasts the exchange, whatever the batch.</source>
        <translation>沿收缩维大小 D：超过 %1 时，无论批量多大，算术运算都比交换耗时更长。</translation>
    </message>
    <message>
        <source>At %1 arithmetic takes %2 and the exchange %3.</source>
        <translation>在 %1 处，算术运算耗时 %2，交换耗时 %3。</translation>
    </message>
    <message>
        <source>Contracted size</source>
        <translation>收缩维大小</translation>
    </message>
    <message>
        <source>arithmetic</source>
        <translation>算术运算</translation>
    </message>
    <message>
        <source>exchange</source>
        <translation>交换</translation>
    </message>
    <message>
        <source>The hardware has no network</source>
        <translation>此硬件没有网络</translation>
    </message>
    <message>
        <source>No peak for %1</source>
        <translation>没有 %1 的峰值</translation>
    </message>
    <message>
        <source>A matmul is split over two chips that are connected.</source>
        <translation>矩阵乘要拆分到两个相连的芯片上。</translation>
    </message>
    <message>
        <source>Enter its dense FLOP/s, or choose another compute dtype.</source>
        <translation>请输入其稠密 FLOP/s，或选择其他计算数据类型。</translation>
    </message>
    <message>
        <source>contracted size D</source>
        <translation>收缩维大小 D</translation>
    </message>
    <message>
        <source>seconds, each chip</source>
        <translation>秒，每个芯片</translation>
    </message>
    <message>
        <source>network-bound</source>
        <translation>受网络限制</translation>
    </message>
    <message>
        <source>compute-bound above</source>
        <translation>受计算限制，超过</translation>
    </message>
    <message>
        <source>D = %1</source>
        <translation>D = %1</translation>
    </message>
    <message>
        <source>exchange, %1</source>
        <translation>交换，%1</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>当前 %1</translation>
    </message>
    <message>
        <source>Compute-bound above D = %1</source>
        <translation>D 超过 %1 时受计算限制</translation>
    </message>
    <message>
        <source>arithmetic %1</source>
        <translation>算术运算 %1</translation>
    </message>
    <message>
        <source>exchange %1 over %2</source>
        <translation>交换 %1，经 %2</translation>
    </message>
    <message>
        <source>compute-bound</source>
        <translation>受计算限制</translation>
    </message>
    <message>
        <source>below D = %1</source>
        <translation>低于 D = %1</translation>
    </message>
</context>
<context>
    <name>scalescope::SplitsPlot</name>
    <message>
        <source>Splits of FSDP and tensor</source>
        <translation>FSDP 与张量的划分</translation>
    </message>
    <message>
        <source>This plan cannot be built, so it has no times.</source>
        <translation>此方案无法构建，因此没有时间。</translation>
    </message>
    <message>
        <source>Nothing is sent, so there is nothing to split.</source>
        <translation>不发送任何数据，因此没有可划分的内容。</translation>
    </message>
    <message>
        <source>Time on the network while the batch varies, for other splits of the same chips. With %1 the plan is %2.</source>
        <translation>批量变化时，相同芯片的其他划分所需的网络时间。采用 %1 时，此方案%2。</translation>
    </message>
    <message>
        <source>At %1: %2.</source>
        <translation>批量为 %1 时：%2。</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批量</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>No times: this plan cannot be built</source>
        <translation>没有时间：此方案无法构建</translation>
    </message>
    <message>
        <source>Nothing is sent</source>
        <translation>不发送任何数据</translation>
    </message>
    <message>
        <source>With more than one chip in the FSDP and tensor degrees, their splits are compared here.</source>
        <translation>FSDP 与张量并行度合计多于一个芯片时，此处比较其划分。</translation>
    </message>
    <message>
        <source>batch, tokens</source>
        <translation>批量（token）</translation>
    </message>
    <message>
        <source>seconds on the network</source>
        <translation>网络秒数</translation>
    </message>
    <message>
        <source>communication-bound</source>
        <translation>受通信限制</translation>
    </message>
    <message>
        <source>below %1</source>
        <translation>低于 %1</translation>
    </message>
    <message>
        <source>compute-bound above</source>
        <translation>受计算限制，超过</translation>
    </message>
    <message>
        <source>communication-bound at every batch</source>
        <translation>任何批量下都受通信限制</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>当前 %1</translation>
    </message>
    <message>
        <source>hypothetical: does not fit</source>
        <translation>假设值：放不下</translation>
    </message>
    <message>
        <source>Compute-bound above %1</source>
        <translation>超过 %1 时受计算限制</translation>
    </message>
    <message>
        <source>Here communication takes as long as compute.</source>
        <translation>此处通信与计算耗时相同。</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>批量为 %1 时</translation>
    </message>
</context>
<context>
    <name>scalescope::StagesPlot</name>
    <message>
        <source>Memory of each stage</source>
        <translation>各阶段的内存</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>%1 layers, %2 in flight</source>
        <translation>%1 层，%2 个在途</translation>
    </message>
    <message>
        <source>The degrees of this plan do not fit the model, so it has no stages.</source>
        <translation>此方案的并行度与模型不匹配，因此没有阶段。</translation>
    </message>
    <message>
        <source>Without a pipeline there is one stage, with %1.</source>
        <translation>没有流水线时只有一个阶段，占用 %1。</translation>
    </message>
    <message>
        <source>Without a pipeline there is one stage, with %1 of %2.</source>
        <translation>没有流水线时只有一个阶段，占用 %1 / %2。</translation>
    </message>
    <message>
        <source>Without a pipeline there is one stage, with %1: more than the %2 of a chip.</source>
        <translation>没有流水线时只有一个阶段，占用 %1：超过一个芯片的 %2。</translation>
    </message>
    <message>
        <source>Stage %1 is the fullest, with %2. The capacity of the chip is unknown.</source>
        <translation>阶段 %1 最满，占用 %2。此芯片的容量未知。</translation>
    </message>
    <message>
        <source>Stage %1 is the fullest, with %2 of %3.</source>
        <translation>阶段 %1 最满，占用 %2 / %3。</translation>
    </message>
    <message>
        <source>Stage %1 is the fullest, with %2: more than the %3 of a chip.</source>
        <translation>阶段 %1 最满，占用 %2：超过一个芯片的 %3。</translation>
    </message>
    <message>
        <source>It has %1.</source>
        <translation>它有 %1。</translation>
    </message>
    <message>
        <source>The %1 stages hold %2 to %3.</source>
        <translation>%1 个阶段各占用 %2 至 %3。</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>在途</translation>
    </message>
    <message>
        <source>total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>No stages: this plan cannot be built</source>
        <translation>没有阶段：此方案无法构建</translation>
    </message>
    <message>
        <source>GB per chip</source>
        <translation>每芯片 GB</translation>
    </message>
    <message>
        <source>%1: does not fit, %2 × too large</source>
        <translation>%1：放不下，为容量的 %2 倍</translation>
    </message>
    <message>
        <source>HBM %1</source>
        <translation>HBM %1</translation>
    </message>
    <message>
        <source>fullest: stage %1, %2</source>
        <translation>最满：阶段 %1，%2</translation>
    </message>
    <message>
        <source>%1, the fullest</source>
        <translation>%1，最满</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>%1 too much</source>
        <translation>超出 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 中的 %1</translation>
    </message>
    <message>
        <source>1 layer, %1 in flight</source>
        <translation>1 层，%1 个在途</translation>
    </message>
    <message>
        <source>micro-batches whose activations it holds at its peak</source>
        <translation>峰值时保存激活的微批次数</translation>
    </message>
</context>
<context>
    <name>scalescope::StrategiesDiagram</name>
    <message>
        <source>Strategies</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Nothing can be planned for these arrays.</source>
        <translation>无法为这些数组制定方案。</translation>
    </message>
    <message>
        <source>Case %1: %2. </source>
        <translation>情形 %1：%2。</translation>
    </message>
    <message>
        <source>One strategy, %1.</source>
        <translation>只有一种策略，%1。</translation>
    </message>
    <message>
        <source>The cheapest of %1 takes %2.</source>
        <translation>%1 种策略中最便宜的耗时 %2。</translation>
    </message>
    <message>
        <source>Chosen: %1, %2, with the collectives under the work %3, at most %4 per chip.</source>
        <translation>已选：%1，%2；集合通信与计算重叠时为 %3；每个芯片最多 %4。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>排名</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOP 数</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Leaves</source>
        <translation>得到</translation>
    </message>
    <message>
        <source>In all</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>Overlapped</source>
        <translation>重叠后</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>峰值内存</translation>
    </message>
    <message>
        <source>The same work</source>
        <translation>重复的计算</translation>
    </message>
    <message>
        <source>local matmul</source>
        <translation>本地矩阵乘</translation>
    </message>
    <message>
        <source>local work</source>
        <translation>本地计算</translation>
    </message>
    <message>
        <source>nothing moves</source>
        <translation>无需移动数据</translation>
    </message>
    <message>
        <source>%1 chips do the same work</source>
        <translation>%1 个芯片做同样的计算</translation>
    </message>
    <message>
        <source>%1, one step after the other</source>
        <translation>%1，逐步依次执行</translation>
    </message>
    <message>
        <source>%1 as a collective matmul, chunk by chunk</source>
        <translation>%1，作为集合矩阵乘逐段执行</translation>
    </message>
    <message>
        <source>work %1, collectives %2</source>
        <translation>计算 %1，集合通信 %2</translation>
    </message>
    <message>
        <source>at most %1 per chip</source>
        <translation>每个芯片最多 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 中的 %1</translation>
    </message>
    <message>
        <source>%1 held per chip meanwhile</source>
        <translation>此时每个芯片持有 %1</translation>
    </message>
    <message>
        <source>then %1</source>
        <translation>随后为 %1</translation>
    </message>
    <message>
        <source>No strategy</source>
        <translation>没有策略</translation>
    </message>
    <message>
        <source>and %1 more in the table</source>
        <translation>表中还有 %1 种</translation>
    </message>
    <message>
        <source>when collectives hide under the work, chunk by chunk</source>
        <translation>集合通信逐段隐藏在计算之下时</translation>
    </message>
    <message>
        <source>as a collective matmul</source>
        <translation>作为集合矩阵乘</translation>
    </message>
    <message>
        <source>overlapped</source>
        <translation>重叠后</translation>
    </message>
    <message>
        <source>%1 step by step</source>
        <translation>逐步执行 %1</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>and %1 more steps</source>
        <translation>还有 %1 个步骤</translation>
    </message>
    <message>
        <source>in all, at most</source>
        <translation>总计，最多</translation>
    </message>
    <message>
        <source>amount</source>
        <translation>数量</translation>
    </message>
</context>
<context>
    <name>scalescope::TimeDiagram</name>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>pipeline, back</source>
        <translation>流水线（回传）</translation>
    </message>
    <message>
        <source>once per step</source>
        <translation>每步一次</translation>
    </message>
    <message>
        <source>micro-batch %1, chunk %2</source>
        <translation>微批次 %1，块 %2</translation>
    </message>
    <message>
        <source>micro-batch %1</source>
        <translation>微批次 %1</translation>
    </message>
    <message>
        <source>from %1 on, for %2</source>
        <translation>从 %1 开始，持续 %2</translation>
    </message>
    <message>
        <source>There is no such step</source>
        <translation>没有这样的一步</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>scalescope::TimelineDiagram</name>
    <message>
        <source>The step in time</source>
        <translation>一步的时间线</translation>
    </message>
    <message>
        <source>There is nothing to draw: the plan is impossible.</source>
        <translation>没有可绘制的内容：此方案不可行。</translation>
    </message>
    <message>
        <source>%1 for %2 micro-batches on %3 stages: bubble %4, exposed communication %5.</source>
        <translation>%3 个阶段上的 %2 个微批次共 %1：气泡 %4，暴露的通信 %5。</translation>
    </message>
    <message>
        <source>Only %1 of %2 micro-batches are drawn.</source>
        <translation>%2 个微批次中只绘制了 %1 个。</translation>
    </message>
    <message>
        <source>The wheel zooms, dragging moves, 0 shows all.</source>
        <translation>滚轮缩放，拖动平移，按 0 显示全部。</translation>
    </message>
    <message>
        <source>The step takes %1 on %2 stages with %3 micro-batches; the bubble is %4 of it.</source>
        <translation>一步在 %2 个阶段上处理 %3 个微批次，耗时 %1；其中气泡占 %4。</translation>
    </message>
    <message>
        <source>%1: busy for %2</source>
        <translation>%1：忙碌 %2</translation>
    </message>
    <message>
        <source>%1, exposed for %2.</source>
        <translation>%1，暴露 %2。</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>Pieces</source>
        <translation>段数</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>Exposed</source>
        <translation>暴露</translation>
    </message>
    <message>
        <source>Busy, of the step</source>
        <translation>忙碌占比</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>exposed: the chips wait for it</source>
        <translation>暴露：芯片在等待它</translation>
    </message>
    <message>
        <source>hidden: the chips do not wait for it</source>
        <translation>隐藏：芯片无需等待它</translation>
    </message>
    <message>
        <source>%1: waits for %2</source>
        <translation>%1：等待%2</translation>
    </message>
    <message>
        <source>%1: idle</source>
        <translation>%1：空闲</translation>
    </message>
    <message>
        <source>from %1 on, for %2</source>
        <translation>从 %1 开始，持续 %2</translation>
    </message>
    <message>
        <source>bubble: it waits for other stages</source>
        <translation>气泡：在等待其他阶段</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>exposed</source>
        <translation>暴露</translation>
    </message>
    <message>
        <source>waits for %1</source>
        <translation>等待%1</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>%1 for one micro-batch; the chips wait for communication for %2 of it.</source>
        <translation>一个微批次用时 %1；其中 %2 芯片在等待通信。</translation>
    </message>
    <message>
        <source>%1 for %2 micro-batches; the chips wait for communication for %3 of it.</source>
        <translation>%2 个微批次用时 %1；其中 %3 芯片在等待通信。</translation>
    </message>
    <message>
        <source>Stage %1, %2</source>
        <translation>阶段 %1，%2</translation>
    </message>
</context>
<context>
    <name>scalescope::TopBar</name>
    <message>
        <source>%1, modified</source>
        <translation>%1（已修改）</translation>
    </message>
    <message>
        <source>&amp;Menu</source>
        <translation>菜单(&amp;M)</translation>
    </message>
</context>
<context>
    <name>scalescope::TrafficDiagram</name>
    <message>
        <source>Communication of a step</source>
        <translation>一步的通信</translation>
    </message>
    <message>
        <source>This plan cannot be built, so it has no times.</source>
        <translation>此方案无法构建，因此没有时间。</translation>
    </message>
    <message>
        <source>Nothing is sent: all of the time is compute.</source>
        <translation>不发送任何数据：全部时间都用于计算。</translation>
    </message>
    <message>
        <source>Of %1 on the networks the chips wait for %2, %3 of the step; the longest wait stands first.</source>
        <translation>网络上的 %1 中，芯片等待 %2，占一步的 %3；等待最长者排在最前。</translation>
    </message>
    <message>
        <source>%1 sends %2 in %3, of which %4 are exposed.</source>
        <translation>%1发送 %2，耗时 %3，其中 %4 暴露。</translation>
    </message>
    <message>
        <source>The longest wait: %1 of %2, %3.</source>
        <translation>最长的等待：%2的 %1，%3。</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>轴</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Exposed</source>
        <translation>暴露</translation>
    </message>
    <message>
        <source>What</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Moves</source>
        <translation>传输内容</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, experts</source>
        <translation>%1，专家</translation>
    </message>
    <message>
        <source>%1, once</source>
        <translation>%1，一次</translation>
    </message>
    <message>
        <source>total</source>
        <translation>合计</translation>
    </message>
    <message numerus="yes">
        <source>%n others</source>
        <translation>
            <numerusform>其他 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>over %1</source>
        <translation>经由 %1</translation>
    </message>
    <message>
        <source>%1 in %2 collectives</source>
        <translation>%2 次集合通信共 %1</translation>
    </message>
    <message>
        <source>%1: %2 hidden, %3 exposed</source>
        <translation>%1：隐藏 %2，暴露 %3</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>用于：%1</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>No degree of this plan shares an array between chips, so a step has no collectives.</source>
        <translation>此方案没有在芯片间切分数组的并行度，因此一步中没有集合通信。</translation>
    </message>
    <message>
        <source>Nothing is sent</source>
        <translation>不发送任何数据</translation>
    </message>
    <message>
        <source>No times: this plan cannot be built</source>
        <translation>没有时间：此方案无法构建</translation>
    </message>
    <message>
        <source>exposed</source>
        <translation>暴露</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>Compute hides all of the %1 on the networks.</source>
        <translation>计算隐藏了网络上的全部 %1。</translation>
    </message>
</context>
</TS>
