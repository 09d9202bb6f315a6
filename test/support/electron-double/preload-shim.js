// Runs in the page before its scripts, as a preload does. The double fills in `preloadText` and `hidden`.
(function startPreload(preloadText, hidden) {
  if (window !== window.top) return;
  const invoke = window[hidden];
  delete window[hidden];
  const listeners = new Map();

  // Electron clones values sent to the main process and rejects those that cannot be cloned, such as proxies.
  const cloned = (values) => {
    try {
      return structuredClone(values);
    } catch {
      throw new Error('An object could not be cloned.');
    }
  };

  // Values from the preload to the page are copied too: functions are wrapped, everything else is cloned.
  const bridged = (value) => {
    if (typeof value === 'function')
      return (...values) => {
        const answer = value(...values.map((one) => (typeof one === 'function' ? bridged(one) : cloned(one))));
        return answer instanceof Promise ? answer.then(bridged) : bridged(answer);
      };
    if (typeof value !== 'object' || value === null) return value;
    if (Object.getPrototypeOf(value) !== Object.prototype) return cloned(value);
    return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, one]) => [key, bridged(one)])));
  };

  const electron = {
    contextBridge: {
      exposeInMainWorld: (name, api) =>
        Object.defineProperty(window, name, { value: bridged(api), enumerable: true, configurable: false }),
    },
    ipcRenderer: {
      async invoke(channel, ...values) {
        const answer = await invoke(channel, cloned(values));
        if ('error' in answer) throw new Error(answer.error);
        return answer.value;
      },
      send: (channel, ...values) => void invoke(channel, cloned(values), true),
      on(channel, listener) {
        listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      },
      off(channel, listener) {
        listeners.set(
          channel,
          (listeners.get(channel) ?? []).filter((one) => one !== listener),
        );
      },
    },
  };
  Object.defineProperty(window, `${hidden}Send`, {
    value: (channel, values) => {
      for (const listener of listeners.get(channel) ?? []) listener({}, ...values);
    },
    enumerable: false,
  });

  // A sandboxed preload can require Electron but no Node module.
  const require = (name) => {
    if (name === 'electron') return electron;
    throw new Error(`module not found: ${name}`);
  };
  const run = Object.getPrototypeOf(startPreload).constructor;
  run('require', 'module', 'exports', 'process', preloadText)(require, { exports: {} }, {}, undefined);
});
