import { EventEmitter } from 'node:events';

type Details = { url: string; resourceType: string };
type BeforeRequest = (details: Details, decide: (answer: { cancel?: boolean }) => void) => void;

class Session extends EventEmitter {
  #beforeRequest: BeforeRequest = (_details, decide) => decide({});
  readonly webRequest = {
    onBeforeRequest: (listener: BeforeRequest) => {
      this.#beforeRequest = listener;
    },
  };
  // a page of the test browser is granted nothing anyway
  setPermissionRequestHandler(): void {}
  setPermissionCheckHandler(): void {}
  setDevicePermissionHandler(): void {}
  setSpellCheckerEnabled(): void {}
  setSpellCheckerLanguages(): void {}
  setProxy(): Promise<void> {
    return Promise.resolve();
  }
  resolveProxy(): Promise<string> {
    return Promise.resolve('DIRECT');
  }

  /** Whether the app lets a request of a page leave. */
  lets(details: Details): Promise<boolean> {
    return new Promise((resolve) => this.#beforeRequest(details, (answer) => resolve(answer.cancel !== true)));
  }
}

export const session = { defaultSession: new Session(), fromPartition: () => new Session() };
