// What the browser does with passkeys. Options and answers are the server's, as JSON.

/** Whether this browser can make and use passkeys. */
export const hasPasskeys = () =>
  'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** Whether the person closed the browser's dialog, or let it run out. */
export const wasDeclined = (failure: unknown) =>
  failure instanceof DOMException && (failure.name === 'NotAllowedError' || failure.name === 'AbortError');

/** Makes a passkey. Throws a DOMException when the browser or the person does not. */
export async function createPasskey(options: string): Promise<string> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(options));
  return answerOf(await navigator.credentials.create({ publicKey }));
}

/** Has a passkey sign. Throws a DOMException when the browser or the person does not. */
export async function signWithPasskey(options: string): Promise<string> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(options));
  return answerOf(await navigator.credentials.get({ publicKey }));
}

function answerOf(credential: Credential | null): string {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('', 'NotAllowedError');
  return JSON.stringify(credential.toJSON());
}
