import type { Catalogue } from '../catalogue.ts';

/** options of the scale settings */
export const scaleChoices: Catalogue['settings']['choice'] = {
  scale: {
    none: '没有秤',
    sends: '自动发送（ST,GS,+  1.234kg）',
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
    silent: '秤没有数据。请检查电源和连线，以及通信方式（设置 → 电子秤）。',
    stale: '秤已停止发送。没有填入，请看一下秤。',
    moving: '秤还没有稳定，没有填入。',
    over: '超过秤的量程，没有填入。',
    under: '秤低于零点。请清空秤盘并归零。',
    fault: '秤报告故障，没有填入。请看一下秤。',
    negative: '秤显示负数。请清空秤盘，清除皮重并归零。',
    zero: '秤上没有东西。',
    same: '这是上一个包裹的重量。请取下，等秤归零，再放上这一个。',
  },
  state: {
    off: '没有设置秤。',
    missing: '这个浏览器不能连接秤（没有 Web Serial）。请使用应用自己的窗口、Chrome 或 Edge。',
    unchosen: '还没有选择端口。',
    opening: '正在找秤…',
    open: '端口已打开。',
    busy: '端口打不开，可能被其他窗口或程序占用。',
    lost: '秤没有连接。接上后自动继续。',
  },
  shown: (p) => `秤：${p.weight}`,
  net: (p) => `净重 ${p.weight}`,
  moving: (p) => `${p.weight}，未稳定`,
  says: '当前读数',
  silent: '没有可读的数据',
  quiet: '秤：无数据',
  isOver: '超重',
  isUnder: '低于零点',
  isFault: '故障',
  isMoving: '未稳定',
  lost: '秤已断开。接上之前请手动录入重量。',
  back: '秤已恢复连接。',
  entered: (p) => `已从秤填入：${p.weight}`,
  enteredNet: (p) => `已从秤填入净重 ${p.weight}，秤上设有皮重。`,
  unit: (p) => `秤的读数不能换算成“${p.unit}”。请手动录入，或把单位设为 g、kg、lb 或 oz。`,
  noField: '这张表单没有可填的重量。',
  port: '端口',
  saveFirst: '先选择秤的通信方式并保存，然后选择端口。',
  one: '工作台只能使用这一个端口。选择另一个后，这个不再可用。',
};
