declare module 'multicast-dns' {
  interface Answer {
    readonly type: string;
    readonly name: string;
    readonly data: unknown;
  }
  interface Asker {
    on(
      event: 'response',
      hear: (response: { answers: readonly Answer[]; additionals: readonly Answer[] }) => void,
    ): this;
    on(event: 'error' | 'warning', hear: (error: Error) => void): this;
    query(questions: readonly { name: string; type: string }[], sent: (error: Error | null) => void): void;
    destroy(done: () => void): void;
  }
  export default function openAsker(options?: { loopback?: boolean }): Asker;
}
