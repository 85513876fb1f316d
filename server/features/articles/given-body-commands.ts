import type { Actor } from '../../http/actor.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import { BodyTooComplexError, cleanBody } from './body-html-pool.ts'

/**
 * HTML that someone sent in the field `body`, as it may be stored and shown.
 * @param most bytes, before and after
 * @throws ProblemError invalid_input, html_too_complex; busy
 */
export async function cleanGivenBody(actor: Actor, html: string, most: number): Promise<string> {
  if (html.includes('\0')) throw invalidField('body', 'control_character', 'must not contain NUL')
  requireSize(html, most)
  try {
    return requireSize((await cleanBody(html, actor.id)).normalize('NFC'), most)
  } catch (error) {
    if (error instanceof BodyTooComplexError)
      throw new ProblemError('html_too_complex', {
        fields: [{ path: 'body', code: 'html_too_complex', message: 'could not be checked in time' }],
      })
    throw error
  }
}

function requireSize(html: string, most: number): string {
  if (Buffer.byteLength(html) > most)
    throw invalidField('body', 'too_big', `must not be longer than ${most} bytes`, most)
  return html
}
