import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['PUBLIC_URL', 'desk.example.org'],
  ['PUBLIC_URL', 'ftp://desk.example.org'],
  // Links and pictures would lead to nothing there.
  ['PUBLIC_URL', 'https://desk.example.org/desk'],
  ['PUBLIC_URL', 'https://desk.example.org/?from=mail'],
  ['PUBLIC_URL', 'https://someone:secret@desk.example.org'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_READ_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'postgres://one,two/x?target_session_attrs=standby'],
  ['DATABASE_URL', 'postgres://one:99999,two/x'],
  ['DATABASE_DIRECT_URL', 'mysql://localhost/x'],
  // Behind what?
  ['DATABASE_DIRECT_URL', 'postgres://localhost/x'],
  ['DRAIN_SECONDS', '0'],
  // A replica of what?
  ['DATABASE_READ_URL', 'postgres://localhost/x'],
  ['STORAGE_URL', 'a folder'],
  ['STORAGE_URL', 'https://s3.example.org/bucket'],
  ['STORAGE_URL', 's3://'],
  ['STORAGE_URL', 's3://bucket/folder'],
  ['STORAGE_URL', 's3://key:secret@bucket'],
  ['STORAGE_URL', 's3://bucket?endpoint=s3.example.org'],
  ['STORAGE_URL', 's3://bucket?enpoint=https://s3.example.org'],
  ['SMTP_URL', 'https://mail.example.org'],
  ['SMTP_URL', 'mail.example.org:587'],
  ['SMTP_URL', 'smtp://'],
  // No mail server would take a mail from there, and the first one to notice would be a person without theirs.
  ['MAIL_FROM', 'Copydesk'],
  ['MAIL_FROM', 'a@example.org, b@example.org'],
  ['EDITOR_HOME_URL', 'javascript:alert(1)'],
  ['EDITOR_HOME_URL', 'http://cdn.example.org/editor/'],
  ['EDITOR_HOME_URL', 'http://localhost.example.org/'],
  ['EDITOR_HOME_URL', 'http://127.0.0.1.example.org/'],
  ['EDITOR_HOME_URL', '//cdn.example.org/editor/'],
  ['EDITOR_HOME_URL', '/\\cdn.example.org/'],
  ['EDITOR_HOME_URL', 'https://cdn.example.org/;script-src-elem'],
  ['EDITOR_HOME_URL', '/editor/;script-src'],
  ['EDITOR_HOME_URL', 'https://cdn.example.org/,default-src'],
  ['EDITOR_HOME_URL', "https://cdn.example.org/'unsafe-inline'"],
  ['EDITOR_HOME_URL', 'https://cdn.example.org/"x"'],
  ['EDITOR_HOME_URL', 'https://cdn.example.org/ *'],
  ['EDITOR_HOME_URL', 'https://cdn.example.org/\n*'],
  ['EDITOR_HOME_URL', '/editor/\n'],
  ['EDITOR_HOME_URL', '/editor/\u00a0*'],
  ['EDITOR_HOME_URL', 'https://*.example.org/'],
  ['EDITOR_HOME_URL', 'https:'],
  ['EDITOR_HOME_URL', 'https://'],
  ['EDITOR_HOME_URL', 'https://пример.example/'],
  ['EDITOR_HOME_URL', 'https://cdn。example.org/'],
  ['EDITOR_HOME_URL', 'https://user:secret@cdn.example.org/'],
  ['EDITOR_HOME_URL', 'https://cdn.example.org/?x=1'],
  ['EDITOR_HOME_URL', 'https://cdn.example.org/#x'],
  ['ADMIN_EMAIL', 'nobody'],
  ['TRUSTED_PROXIES', 'everyone'],
  ['TRUSTED_PROXIES', '10.0.0.0/8, 10.0.0.0/99'],
  ['LOG_LEVEL', 'loud'],
])('a wrong %s (%s) stops the start with a sentence that names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name} is wrong: .+\\.$`, 'm'))
})

it.each([
  ['PORT', '70000', 'must be a whole number up to 65535'],
  ['PUBLIC_URL', 'desk.example.org', 'must be an address without a path, as in https://desk.example.org'],
  ['SMTP_URL', 'smtp://me:p/q@host', '%2F'],
  ['ADMIN_EMAIL', 'nobody', 'must be an e-mail address'],
  ['LOG_LEVEL', 'loud', 'must be one of fatal, error'],
])('a wrong %s (%s) is told with what it should be', (name, value, hint) => {
  expect(() => readConfig({ [name]: value })).toThrow(hint)
})

it.each([
  'desk@example.org',
  'Copydesk <copydesk@localhost>',
  '"The Desk, Ltd." <desk@example.org>',
  '编辑部 <a@b.cn>',
])('mails may come from %s', (sender) => {
  expect(readConfig({ MAIL_FROM: sender }).mailFrom).toBe(sender)
})

it('a first administrator needs both an address and a password', () => {
  expect(() => readConfig({ ADMIN_EMAIL: 'a@example.com' })).toThrow(/belong together/)
})

it('an empty variable is one that is not set', () => {
  expect(readConfig({ PORT: '', HOST: ' ', DATABASE_URL: '', TRUSTED_PROXIES: '' })).toMatchObject({
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

it.each([
  ['/editor/', '/editor/'],
  ['/assets/editor-2', '/assets/editor-2/'],
  ['/', '/'],
  ['https://cdn.example.org', 'https://cdn.example.org/'],
  ['https://cdn.example.org:8443/a/b_c/v1.2', 'https://cdn.example.org:8443/a/b_c/v1.2/'],
  ['http://localhost:5173/editor/', 'http://localhost:5173/editor/'],
  ['http://127.0.0.1:4000', 'http://127.0.0.1:4000/'],
  ['http://[::1]:4000/', 'http://[::1]:4000/'],
])('the editor may be loaded from %s', (given, used) => {
  expect(readConfig({ EDITOR_HOME_URL: given }).editorHomeUrl).toBe(used)
})

it('the example of an environment in deploy/ is one that the server takes, with a bucket and a mail server', () => {
  const root = join(import.meta.dirname, '..')
  const env = parseEnv(readFileSync(join(root, 'deploy/copydesk.env'), 'utf8')) as Record<string, string>
  expect(readConfig(env)).toMatchObject({
    dataDir: '/var/lib/copydesk-data',
    bucket: { bucket: 'copydesk', endpoint: 'https://storage.example.org', region: 'eu-1' },
    smtpUrl: expect.stringMatching(/^smtps:/),
    trustedProxies: ['127.0.0.1'],
  })
  const explained = readFileSync(join(root, 'README.md'), 'utf8')
  for (const name of Object.keys(env)) if (!name.startsWith('AWS_')) expect(explained).toContain(`\`${name}\``)
})

it('the unit in deploy/ does not wait for a process that could not start', async () => {
  const unit = readFileSync(join(import.meta.dirname, '../deploy/copydesk@.service'), 'utf8')
  const code = /^ExecStartPost=\/usr\/bin\/node -e "(.+)"$/m.exec(unit)?.[1] ?? ''
  const gone = spawnSync(process.execPath, ['--version'])
  const waiting = spawnSync(process.execPath, ['-e', code.replaceAll('%i', '9')], {
    env: { PATH: process.env['PATH'], MAINPID: String(gone.pid) },
    timeout: 20_000,
  })
  expect([waiting.status, waiting.signal, String(waiting.stderr)]).toEqual([1, null, expect.stringContaining('ESRCH')])
})
