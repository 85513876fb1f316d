import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['PUBLIC_URL', 'desk.example.org'],
  ['PUBLIC_URL', 'ftp://desk.example.org'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['STORAGE_URL', 'a folder'],
  ['STORAGE_URL', 'https://s3.example.org/bucket'],
  ['STORAGE_URL', 's3://'],
  ['STORAGE_URL', 's3://bucket/folder'],
  ['STORAGE_URL', 's3://key:secret@bucket'],
  ['STORAGE_URL', 's3://bucket?endpoint=s3.example.org'],
  ['STORAGE_URL', 's3://bucket?enpoint=https://s3.example.org'],
  ['SMTP_URL', 'https://mail.example.org'],
  ['EDITOR_HOME_URL', 'javascript:alert(1)'],
  ['ADMIN_EMAIL', 'nobody'],
  ['TRUSTED_PROXIES', 'everyone'],
  ['TRUSTED_PROXIES', '10.0.0.0/8, 10.0.0.0/99'],
  ['LOG_LEVEL', 'loud'],
])('a wrong %s (%s) stops the start with a sentence that names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name} is wrong: .+\\.$`, 'm'))
})

it('a first administrator needs both an address and a password', () => {
  expect(() => readConfig({ ADMIN_EMAIL: 'a@example.com' })).toThrow(/belong together/)
})

it('an empty variable is one that is not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', TRUSTED_PROXIES: '' })).toMatchObject({
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    databaseUrl: undefined,
    trustedProxies: [],
  })
})

it('a bucket is named with its place, or is one of Amazon in the region of the environment', () => {
  const url = 's3://pictures?endpoint=https://s3.example.org:9000&region=eu-1'
  expect(readConfig({ STORAGE_URL: url }).bucket).toEqual({
    bucket: 'pictures',
    endpoint: 'https://s3.example.org:9000',
    region: 'eu-1',
  })
  expect(readConfig({ STORAGE_URL: 's3://pictures', AWS_REGION: 'eu-north-1' }).bucket).toEqual({
    bucket: 'pictures',
    endpoint: undefined,
    region: 'eu-north-1',
  })
  expect(readConfig({}).bucket).toBeUndefined()
})
