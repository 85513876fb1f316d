import { expect, it } from 'vitest'
import { missingFrom, readLock } from './package-lock.ts'

it('a fresh clone can install: the lock names every package someone asks for (else: node scripts/package-lock.ts)', () => {
  expect(missingFrom(readLock())).toEqual({})
})

it('the lock names no registry, so that any mirror will do', () => {
  const addresses = Object.values(readLock().packages).flatMap(({ resolved }) => resolved ?? [])
  expect(addresses).toEqual([])
})
