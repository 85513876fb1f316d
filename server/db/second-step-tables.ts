import type { ColumnType, Generated } from 'kysely'

type Stamp = ColumnType<string, string | Date | undefined, string | Date>
type Moment = ColumnType<string | null, string | Date | null | undefined, string | Date | null>

export type SecondStepTables = {
  /** A sign-in whose password was right and whose second step is missing. Never a session. */
  pendingSignIn: {
    id: string
    tokenHash: Buffer
    userId: string
    /** Of the account at that moment: another password ends the sign-in. */
    passwordHash: string
    tries: Generated<number>
    createdAt: Stamp
    expiresAt: Stamp
  }
  authenticatorApp: {
    userId: string
    /** Encrypted, see secrets/secret-box.ts. */
    secret: Buffer
    /** The key that encrypted it. */
    keyId: string
    /** The 30 seconds whose code was used last: neither that code nor an earlier one works again. */
    lastStep: ColumnType<string, string | number, string | number>
    createdAt: Stamp
    lastUsedAt: Moment
  }
  passkey: {
    id: string
    userId: string
    credentialId: string
    publicKey: Buffer
    counter: ColumnType<string, string | number, string | number>
    transports: string[]
    synced: boolean
    name: string
    createdAt: Stamp
    lastUsedAt: Moment
  }
  recoveryCode: { userId: string; codeHash: Buffer; createdAt: Stamp; usedAt: Moment }
  /** What was asked of a browser and is not answered yet; each answer is taken once. */
  secondStepChallenge: {
    id: string
    kind: 'app' | 'passkey_add' | 'passkey_use' | 'passkey_sign_in'
    /** The session or the pending sign-in that asked; null for a sign-in with a passkey alone. */
    ownerId: string | null
    value: Buffer
    expiresAt: Stamp
  }
}
