import type { Vault } from '../../platform/secret-store.ts';
import type { SafeStorage } from 'electron';

type AsyncFunctions = Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>;
type SyncFunctions = Pick<SafeStorage, 'isEncryptionAvailable' | 'encryptString' | 'decryptString'>;
/** The functions used here: versions of Electron have the asynchronous ones, the synchronous ones, or both. */
export type AnySafeStorage = Partial<AsyncFunctions & SyncFunctions & Pick<SafeStorage, 'getSelectedStorageBackend'>>;

/** Electron's `safeStorage` through the functions this Electron has; the asynchronous ones if it has both. */
export function safeStorageVault(safe: AnySafeStorage): Vault {
  const backend = () => safe.getSelectedStorageBackend?.() ?? 'unknown';
  if (hasFunctions(safe, ['isAsyncEncryptionAvailable', 'encryptStringAsync', 'decryptStringAsync']))
    return {
      backend,
      isAvailable: () => safe.isAsyncEncryptionAvailable(),
      seal: (plain) => safe.encryptStringAsync(plain),
      async open(sealed) {
        const { result, shouldReEncrypt } = await safe.decryptStringAsync(sealed);
        return { plain: result, isStale: shouldReEncrypt };
      },
    };
  if (hasFunctions(safe, ['isEncryptionAvailable', 'encryptString', 'decryptString']))
    return {
      backend,
      isAvailable: async () => safe.isEncryptionAvailable(),
      seal: async (plain) => safe.encryptString(plain),
      open: async (sealed) => ({ plain: safe.decryptString(sealed), isStale: false }),
    };
  const reject = () => Promise.reject(new Error('this Electron has no safe storage'));
  return { backend, isAvailable: () => Promise.resolve(false), seal: reject, open: reject };
}

function hasFunctions<N extends keyof AnySafeStorage>(
  safe: AnySafeStorage,
  names: readonly N[],
): safe is AnySafeStorage & Required<Pick<AnySafeStorage, N>> {
  return names.every((name) => typeof safe[name] === 'function');
}
