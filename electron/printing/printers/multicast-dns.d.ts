declare module 'multicast-dns' {
  interface Answer {
    readonly type: string;
    readonly name: string;
    readonly data: unknown;
  }
  interface MdnsClient {
    on(
      event: 'response',
      listener: (response: { answers: readonly Answer[]; additionals: readonly Answer[] }) => void,
    ): this;
    on(event: 'error' | 'warning', listener: (error: Error) => void): this;
    query(questions: readonly { name: string; type: string }[], onSent: (error: Error | null) => void): void;
    destroy(onDestroyed: () => void): void;
  }
  export default function openMdns(options?: { loopback?: boolean }): MdnsClient;
}
