import { describe, expect, it } from 'vitest'
import { codeAt, describeSecret, stepOfCode } from './totp-rules.ts'

// RFC 6238, appendix B, SHA-1; the last six of its eight digits.
const secret = Buffer.from('12345678901234567890')

describe('a code of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('at %i seconds is that of the standard', (seconds, code) => {
    expect(codeAt(secret, seconds)).toBe(code)
    expect(stepOfCode(secret, code, seconds)).toBe(Math.floor(seconds / 30))
  })

  it('is taken one step early or late, and no more', () => {
    const now = 1_234_567_890
    const steps = [-2, -1, 0, 1, 2].map((step) => stepOfCode(secret, codeAt(secret, now + step * 30), now))
    const step = Math.floor(now / 30)
    expect(steps).toEqual([undefined, step - 1, step, step + 1, undefined])
  })

  it('is described for apps with who it is for', () => {
    expect(describeSecret(secret, 'ada@example.com')).toEqual({
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      address:
        'otpauth://totp/Copydesk:ada%40example.com?issuer=Copydesk&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
    })
  })
})
