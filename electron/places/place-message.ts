/** What may be asked about a place that perhaps never answers: a share, a removable disk, whatever a person chose. */
export type PlaceAsk =
  /** puts whole lines behind those of a day (YYYY-MM-DD), on the disk when it is answered; an empty text only looks whether it could */
  { ask: 'append'; folder: string; day: string; text: string } | { ask: 'free'; folder: string };

/** The same two messages go from desk to host and from host to process. */
export type ToPlace = PlaceAsk & { id: number };
/** `bytes`: how many were written, or are free there. `failed`: what the disk says, in plain English. */
export type FromPlace = { id: number; bytes: number } | { id: number; failed: string };

/** Answers bytes; rejects with what the disk says, or where it said nothing in time. */
export type AskPlace = (ask: PlaceAsk) => Promise<number>;

/** The desk's end of the channel to its host; `MessagePort` has it. */
export interface AskingPort {
  postMessage(message: ToPlace): void;
  on(event: 'message', listener: (message: FromPlace) => void): unknown;
}

/** The host's end. */
export interface AnsweringPort {
  postMessage(message: FromPlace): void;
  on(event: 'message', listener: (message: ToPlace) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
}

/** A process that touches places. Only a process can be ended in the middle of a call that never comes back. */
export interface PlaceProcess {
  send(message: ToPlace): void;
  onMessage(listener: (message: FromPlace) => void): void;
  /** told once, when it has ended or could not begin */
  onExit(listener: () => void): void;
  /** ends it at once; must not wait for it */
  kill(): void;
}
export type StartPlaceProcess = () => PlaceProcess;
