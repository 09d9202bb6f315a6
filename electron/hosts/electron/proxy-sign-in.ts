import type { ProxyPassword, ProxySignIn } from '../../delivery/service/proxy-password.ts';
import type { SecretStore } from '../../platform/secret-store.ts';
import { z } from 'zod';

interface SignInHost {
  secrets: Pick<SecretStore, 'read' | 'write'>;
  /** asks a person for the name and password of this proxy; null if they decline */
  ask(proxy: string, wasRefused: boolean): Promise<ProxyPassword | null>;
  /** called after a person has entered them: waiting requests can be retried */
  onSignedIn(): void;
}

export interface ProxySignInPrompt {
  signIn: ProxySignIn;
  /** Lets proxies ask again whose dialog was closed; called when a person wants to connect now. */
  allowAskingAgain(): void;
}

const passwordSchema = z.strictObject({ name: z.string(), password: z.string() });

/**
 * Asks a person for a proxy's credentials, once per proxy, and stores them with the secrets under the proxy's address,
 * so that no other proxy receives them. Rejected credentials are deleted and asked for again.
 */
export function createProxySignIn({ secrets, ask, onSignedIn }: SignInHost): ProxySignInPrompt {
  const openPrompts = new Set<string>();
  const declined = new Set<string>();
  const secretName = (proxy: string): string => `proxy ${proxy}`;

  async function readPassword(proxy: string): Promise<ProxyPassword | null> {
    const text = await secrets.read(secretName(proxy));
    return text === null ? null : passwordSchema.parse(JSON.parse(text));
  }

  async function askPerson(proxy: string, wasRefused: boolean): Promise<void> {
    openPrompts.add(proxy);
    try {
      const password = await ask(proxy, wasRefused);
      if (password === null) return void declined.add(proxy);
      await secrets.write(secretName(proxy), JSON.stringify(password));
      onSignedIn();
    } finally {
      openPrompts.delete(proxy);
    }
  }

  return {
    async signIn(proxy, rejected) {
      const storedPassword = await readPassword(proxy);
      if (storedPassword && (storedPassword.name !== rejected?.name || storedPassword.password !== rejected.password))
        return storedPassword;
      if (storedPassword) await secrets.write(secretName(proxy), null);
      if (!openPrompts.has(proxy) && !declined.has(proxy)) void askPerson(proxy, rejected !== null);
      return null;
    },
    allowAskingAgain: () => declined.clear(),
  };
}
