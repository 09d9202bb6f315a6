import type { Catalogue } from '../catalogue.ts';

export const connection: Catalogue['settings']['connection'] = {
  test: '测试连接',
  busy: '正在连接服务方…',
  answers: (p) => `服务方在 ${p.ms} 毫秒后回应。`,
  noSecret: '服务方有回应，但要求密钥（401）。请在此输入请求头的名称和值。',
  wrongSecret: '服务方有回应，但拒绝此密钥（401）。请输入正确的值，或索取新的密钥。',
  forbidden: '服务方有回应，但拒绝此账户（403）。请询问提供地址的人。',
  redirect: (p) => `此地址重定向到 ${p.to}。如果那才是正确的地址，请填写它；没有向那里发送任何内容。`,
  redirectNowhere: '此地址重定向到另一个地址。请索取正确的地址；没有向那里发送任何内容。',
  'something-else': '此地址回应的不是服务方，可能是网页或网络登录页。请检查地址，或登录网络。',
  fails: (p) => `服务方可连接，但出现故障（${p.status}）。请稍后再测试。`,
  noAnswer: {
    name: '找不到此域名。请检查地址的拼写，以及这台电脑是否联网。',
    refused: '此地址没有程序监听。请检查地址和端口。',
    unreachable: '从这里无法连接服务方。请检查这台电脑的网络。',
    tls: '服务方的证书不受信任。请检查地址，以及这台电脑的日期。',
    timeout: '十秒内没有回应。请检查地址，以及是否被防火墙拦截。',
    broken: '收到回应之前连接中断。请再次测试。',
    'not-http': '此地址回应的不是服务方。请检查地址和端口。',
    proxy: '这台电脑的代理拦截了连接。请询问管理网络的人。',
    stopped: '收到回应之前工作台已关闭。',
  },
};
