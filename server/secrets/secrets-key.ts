export const KEY_BYTES = 32

/** 32 bytes as base64 or base64url; undefined when it is something else. */
export function readSecretsKey(text: string): Buffer | undefined {
  const key = Buffer.from(text, 'base64')
  return /^[\w+/-]{43}=?$/.test(text) && key.length === KEY_BYTES ? key : undefined
}
