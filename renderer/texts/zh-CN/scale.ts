import type { Catalogue } from '../catalogue.ts';

/** options of the scale settings */
export const scaleChoices: Catalogue['settings']['choice'] = {
  scale: {
    none: '没有秤',
    sends: '连续发送（ST,GS,+  1.234kg）',
    sics: 'MT-SICS（S S   1.234 kg）',
    '8217-kg': 'Toledo 8217，千克',
    '8217-lb': 'Toledo 8217，磅',
  },
  scaleLine: {
    '9600-8n': '9600，8 位，无校验',
    '9600-7e': '9600，7 位，偶校验',
    '4800-8n': '4800，8 位，无校验',
    '4800-7e': '4800，7 位，偶校验',
    '2400-8n': '2400，8 位，无校验',
    '2400-7e': '2400，7 位，偶校验',
    '19200-8n': '19200，8 位，无校验',
  },
};

export const scale: Catalogue['scale'] = {
  no: {
    silent: '秤没有数据。请检查电源和连线，以及“设置 › 电子秤”中的通信协议。',
    stale: '秤已停止发送。没有填入；请检查秤。',
    moving: '重量还没有稳定。没有填入。',
    over: '超过秤的量程。没有填入。',
    under: '秤低于零。请清空并归零。',
    fault: '秤报告故障。没有填入；请检查秤。',
    negative: '秤显示负重量。请清空，清除皮重并归零。',
    zero: '秤是空的。',
    same: '此重量已用于上一个包裹。请取下，等秤归零，再放上这一个。',
  },
  state: {
    off: '没有设置秤。',
    missing: '这个浏览器不能连接秤（没有 Web Serial）。请使用应用自己的窗口、Chrome 或 Edge。',
    unchosen: '还没有选择端口。',
    opening: '正在查找秤…',
    open: '端口已打开。',
    busy: '端口无法打开。可能被其他窗口或程序占用。',
    lost: '秤未连接。恢复连接后自动继续。',
  },
  shown: (p) => `秤：${p.weight}`,
  net: (p) => `净重 ${p.weight}`,
  moving: (p) => `${p.weight}，未稳定`,
  says: '当前读数',
  silent: '没有可读的数据',
  quiet: '秤：无数据',
  isOver: '超重',
  isUnder: '低于零',
  isFault: '故障',
  isMoving: '未稳定',
  lost: '秤已断开。恢复之前请手动输入重量。',
  back: '秤已恢复。',
  entered: (p) => `已从秤填入：${p.weight}`,
  enteredNet: (p) => `已从秤填入：净重 ${p.weight}（设有皮重）。`,
  unit: (p) => `秤的重量不能换算成“${p.unit}”。请手动输入重量，或将单位设为 g、kg、lb 或 oz。`,
  noField: '此表单没有可填的重量。',
  port: '端口',
  saveFirst: '请先选择秤的通信协议并保存，然后选择其端口。',
  one: '工作台一次使用一个端口。选择另一个会断开这个。',
};
