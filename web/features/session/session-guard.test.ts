import { expect, test } from 'vitest'

// The channel needs a browser's BroadcastChannel only to talk; Node has one too.
const { guardDecision, safeNext } = await import('./session-guard.ts')

test('without a token every protected route leads to /login, remembering where the person was headed', () => {
  expect(guardDecision(null, '/jCore/article', '?q=x')).toBe('/login?next=%2FjCore%2Farticle%3Fq%3Dx')
  expect(guardDecision(null, '/')).toBe('/login')
})

test('with a token /login leads to the start, and everything else goes on', () => {
  expect(guardDecision('t', '/login')).toBe('/')
  for (const path of ['/', '/edit', '/register', '/forget', '/jCore/health'])
    expect(guardDecision('t', path)).toBeUndefined()
})

test('without a token the three public screens are open', () => {
  for (const path of ['/login', '/register', '/forget']) expect(guardDecision(null, path)).toBeUndefined()
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  'data:text/html,owned',
  '\\\\evil.example',
  '/.//evil.example',
  ' //evil.example',
  'jCore/article',
  '/..//evil.example',
  '/login',
  '/login?next=%2F%2Fevil.example',
  '',
  null,
])('signing in never leads to %j', (next) => {
  expect(safeNext(next)).toBe('/')
})

test('signing in leads on to a path of the console with its query', () => {
  expect(safeNext('/jCore/article?status=draft#x')).toBe('/jCore/article?status=draft#x')
})
