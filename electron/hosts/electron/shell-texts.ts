import { makeVisible } from '../../../shared/text/invisible-text.ts';
import { callDesk, type ScreenDesk } from '../../desk/calls/screen-desk.ts';
import type { PendingWork } from './quit-controller.ts';
import { z } from 'zod';

/** Texts outside the pages, in the system's dialogs, notifications and menus. They contain no personal data. */
export interface ShellTexts {
  quit: {
    title: string;
    message: (pending: PendingWork) => string;
    detail: string;
    close: string;
    stay: string;
  };
  /** title and body of notifications */
  notices: {
    refused: (count: number) => readonly [string, string];
    online: readonly [string, string];
    print: readonly [string, string];
  };
  tray: { waiting: (count: number) => string; open: string; quit: string };
  menu: Record<'edit' | 'undo' | 'redo' | 'cut' | 'copy' | 'paste' | 'selectAll', string> &
    Record<'view' | 'zoomIn' | 'zoomOut' | 'actualSize' | 'fullScreen', string>;
  /** before the desk connects to a printer named by a page */
  printer: { message: (address: string) => string; detail: string; yes: string; no: string };
  /** before the desk tests a service address that is not saved */
  service: { message: (address: string) => string; detail: string; yes: string; no: string };
  /** choice of the scale's port */
  scale: Record<'message' | 'none' | 'detail' | 'no', string>;
  /** sign-in to a proxy */
  proxy: Record<'lang' | 'title' | 'detail' | 'open' | 'name' | 'password' | 'yes' | 'no', string> &
    Record<'asks' | 'refused', (place: string) => string> & { kept: Record<'safe' | 'memory', string> };
}

const joinParts = (...parts: (string | false)[]): string[] => parts.filter((one) => one !== false);

const en: ShellTexts = {
  quit: {
    title: 'Close Parcel Desk?',
    message: ({ orders, labels }) =>
      joinParts(
        orders > 0 && (orders === 1 ? 'One order is not sent yet.' : `${String(orders)} orders are not sent yet.`),
        labels > 0 &&
          (labels === 1 ? 'One label is not printed yet.' : `${String(labels)} labels are not printed yet.`),
      ).join(' '),
    detail: 'All of it is saved on this computer, and goes on when the desk is opened again. Until then it waits.',
    close: 'Close',
    stay: 'Keep open',
  },
  notices: {
    refused: (count) => [
      count === 1 ? 'An order was refused' : `${String(count)} orders were refused`,
      'The outbox says why, and what to correct.',
    ],
    online: ['Online again', 'What waited is being sent.'],
    print: ['Printing has stopped', 'A printer needs somebody. The labels say what for.'],
  },
  tray: {
    waiting: (count) =>
      count === 0 ? 'Nothing waits' : count === 1 ? 'One order waits' : `${String(count)} orders wait`,
    open: 'Open',
    quit: 'Close Parcel Desk',
  },
  menu: {
    edit: 'Edit',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select all',
    view: 'View',
    zoomIn: 'Larger',
    zoomOut: 'Smaller',
    actualSize: 'Usual size',
    fullScreen: 'Full screen',
  },
  printer: {
    message: (address) => `Shall this desk speak to the printer at ${makeVisible(address)}?`,
    detail: 'Say yes only if you typed this address yourself and a label printer stands there.',
    yes: 'Yes, it is a printer',
    no: 'No',
  },
  service: {
    message: (address) => `Shall this desk test the connection to ${makeVisible(address)}?`,
    detail: 'Say yes only if you typed this address yourself. How it answers is shown on the page.',
    yes: 'Yes, test it',
    no: 'No',
  },
  scale: {
    message: 'Which port is the scale on?',
    none: 'This computer has no serial port. Connect the scale, and choose again.',
    detail: 'The desk may then use this one port, and no other.',
    no: 'None of these',
  },
  proxy: {
    lang: 'en',
    title: 'Sign in to the proxy',
    asks: (place) => `The proxy ${makeVisible(place)} asks for a name and a password.`,
    refused: (place) => `The proxy ${makeVisible(place)} did not take this name and password.`,
    detail: 'This computer is set to reach the service through it. Whoever looks after the network knows them.',
    open: 'They go to the proxy unencrypted.',
    kept: { safe: 'They are kept encrypted on this computer.', memory: 'They are kept until the desk is closed.' },
    name: 'Name',
    password: 'Password',
    yes: 'Sign in',
    no: 'Not now',
  },
};

const zhCN: ShellTexts = {
  quit: {
    title: '关闭包裹台？',
    message: ({ orders, labels }) =>
      joinParts(
        orders > 0 && `还有 ${String(orders)} 条订单没有发送。`,
        labels > 0 && `还有 ${String(labels)} 张面单没有打印。`,
      ).join(''),
    detail: '内容都已保存在本机，下次打开后继续处理；在此之前会一直等待。',
    close: '关闭',
    stay: '保持打开',
  },
  notices: {
    refused: (count) => [`${String(count)} 条订单被拒绝`, '发件箱中写明了原因和需要修改的内容。'],
    online: ['已恢复连接', '等待中的订单正在发送。'],
    print: ['打印已停止', '打印机需要处理，原因见面单页。'],
  },
  tray: {
    waiting: (count) => (count === 0 ? '没有等待的订单' : `${String(count)} 条订单等待`),
    open: '打开',
    quit: '关闭包裹台',
  },
  menu: {
    edit: '编辑',
    undo: '撤销',
    redo: '重做',
    cut: '剪切',
    copy: '复制',
    paste: '粘贴',
    selectAll: '全选',
    view: '视图',
    zoomIn: '放大',
    zoomOut: '缩小',
    actualSize: '原始大小',
    fullScreen: '全屏',
  },
  printer: {
    message: (address) => `要让本台与 ${makeVisible(address)} 的打印机通信吗？`,
    detail: '只有当这个地址是您自己输入的、且那里确实有一台标签打印机时，才选“是”。',
    yes: '是，那是打印机',
    no: '否',
  },
  service: {
    message: (address) => `要让本台测试与 ${makeVisible(address)} 的连接吗？`,
    detail: '只有当这个地址是您自己输入的时才选“是”。测试结果会显示在页面上。',
    yes: '是，测试连接',
    no: '否',
  },
  scale: {
    message: '秤接在哪个端口上？',
    none: '本机没有串口。请接上秤后再选择。',
    detail: '之后本台只能使用这一个端口。',
    no: '都不是',
  },
  proxy: {
    lang: 'zh-CN',
    title: '登录代理',
    asks: (place) => `代理 ${makeVisible(place)} 要求用户名和密码。`,
    refused: (place) => `代理 ${makeVisible(place)} 不接受该用户名和密码。`,
    detail: '本机设置为通过它连接服务。用户名和密码请向网络管理员索取。',
    open: '它们以未加密方式发送给代理。',
    kept: { safe: '它们加密保存在本机。', memory: '它们只保存到本台关闭为止。' },
    name: '用户名',
    password: '密码',
    yes: '登录',
    no: '以后再说',
  },
};

const languageChoiceSchema = z.looseObject({ language: z.string() });

/** Texts in the language chosen for the screens, otherwise in that of the system (`locale`, such as `zh-Hans-CN`). */
export function shellTexts(choices: unknown, locale: string): ShellTexts {
  const language = languageChoiceSchema.safeParse(choices).data?.language ?? locale;
  return language.startsWith('zh') ? zhCN : en;
}

/** Texts outside the pages, in the language of the pages. */
export async function textsOfDesk(desk: Pick<ScreenDesk, 'call'>, locale: string): Promise<ShellTexts> {
  const storedChoices = await callDesk(desk, 'desk.recall', { name: 'choices' });
  return shellTexts(storedChoices?.value, locale);
}
