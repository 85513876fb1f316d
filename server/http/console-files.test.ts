import { describe, expect, it } from 'vitest'
import { createTestApp } from '../testing/app.ts'
import { isConsolePath } from './console-files.ts'

const { app } = await createTestApp()

describe('a path that nothing serves', () => {
  it.each(['/metrics/', '/health', '/livez', '/readyz/', '/actuator/health', '/.git/config', '/.env', '/api'])(
    'is not found where a program asks for it: %s',
    async (url) => {
      expect(isConsolePath(url)).toBe(false)
      const response = await app.inject({ url })
      expect(response.statusCode).toBe(404)
      expect(response.headers['content-type']).toContain('application/problem+json')
      expect(response.json()).toMatchObject({ code: 'not_found' })
    },
  )

  it.each(['/', '/login', '/edit', '/jCore/article', '/jCore/health', '/jCore/health/diagnostic', '/statuses'])(
    'is the console’s own where a person asks for it: %s',
    (path) => expect(isConsolePath(path)).toBe(true),
  )
})
