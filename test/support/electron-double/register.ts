import { registerHooks } from 'node:module';

// The built main process asks for `electron`, as it does in the product; here it gets the double.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: new URL('./electron.ts', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});
