/** Modules of the library whose types are declared only for its index. */
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici';
}
declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici';
}
declare module 'undici/lib/dispatcher/proxy-agent.js' {
  export { ProxyAgent as default } from 'undici';
}
declare module 'undici/lib/dispatcher/env-http-proxy-agent.js' {
  export { EnvHttpProxyAgent as default } from 'undici';
}
declare module 'undici/lib/api/api-connect.js' {
  import type { Dispatcher } from 'undici';
  export default function connect(this: Dispatcher, asked: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData>;
}
declare module 'undici/lib/core/socks5-client.js' {
  import type { EventEmitter } from 'node:events';
  import type { Socket } from 'node:net';
  export class Socks5Client extends EventEmitter {
    constructor(socket: Socket, options: { username?: string | undefined; password?: string | undefined });
    handshake(): void;
    connect(address: string, port: number): void;
  }
}
