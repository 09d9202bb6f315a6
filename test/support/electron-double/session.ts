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
  // The test browser grants a page no permissions anyway.
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

  /** Whether the app allows a page's request. */
  allows(details: Details): Promise<boolean> {
    return new Promise((resolve) => this.#beforeRequest(details, (answer) => resolve(answer.cancel !== true)));
  }
}

export const session = { defaultSession: new Session(), fromPartition: () => new Session() };
