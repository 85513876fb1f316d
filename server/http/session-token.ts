import { createHash, randomBytes } from 'node:crypto'

const SHAPE = /^[A-Za-z0-9_-]{43}$/

/** 32 random bytes, base64url: for sessions, reset links and invitations. Handed out once, never stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What the database keeps of a token. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Whether it can be a token of ours at all: what is not needs no query. */
export const looksLikeToken = (value: string): boolean => SHAPE.test(value)
