import { expect, it } from 'vitest'
import { relyingPartyOf } from './relying-party-rules.ts'

it.each([
  ['https://desk.example.org', 'desk.example.org', 'https://desk.example.org'],
  ['https://desk.example.org:8443', 'desk.example.org', 'https://desk.example.org:8443'],
  ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
  ['http://127.0.0.1:3000', 'localhost', 'http://localhost:3000'],
  ['http://[::1]:3000', 'localhost', 'http://localhost:3000'],
])('passkeys of a console at %s are for %s', (publicUrl, id, origin) => {
  expect(relyingPartyOf({ publicUrl })).toEqual({ id, origin })
})

it.each(['http://desk.example.org', 'https://203.0.113.7', 'http://192.168.1.4:3000', 'https://[2001:db8::1]'])(
  'browsers offer no passkeys at %s',
  (publicUrl) => expect(relyingPartyOf({ publicUrl })).toBeUndefined(),
)
