import { z } from 'zod'

/** Every failure the API can name, with its HTTP status and English title. Add a code here before either side uses it. */
export const problems = {
  invalid_input: [400, 'Some of the input is not valid'],
  not_signed_in: [401, 'Not signed in'],
  wrong_key: [401, 'This key does not work: it is wrong, has expired or was revoked'],
  wrong_credentials: [401, 'E-mail address and password do not match'],
  forbidden: [403, 'Not allowed'],
  account_pending: [403, 'The account waits for approval'],
  account_suspended: [403, 'The account is suspended'],
  needs_publisher: [403, 'Readers see this already: only someone who may publish can change it'],
  connection_protected: [403, 'The database role of this server may not end this connection'],
  registration_closed: [403, 'Registration is closed'],
  wrong_setup_code: [403, 'The setup code is not right'],
  foreign_host: [400, 'The host name is not one of this server'],
  not_found: [404, 'Not found'],
  stale_version: [409, 'Someone else changed this in the meantime'],
  illegal_transition: [409, 'This action is not possible in the current state'],
  not_publishable: [409, 'Something is missing before this can be published'],
  nothing_to_publish: [409, 'There are no unpublished changes'],
  slug_taken: [409, 'This slug is in use'],
  name_taken: [409, 'This name is in use'],
  key_taken: [409, 'This key is in use'],
  count_changed: [409, 'The selection has changed since it was shown'],
  in_use: [409, 'This is still in use'],
  wrong_offset: [409, 'The upload is at another position'],
  already_here: [409, 'The library has this picture already'],
  in_progress: [409, 'This is already under way'],
  stopped: [409, 'Stopped by the person who began it'],
  undo_expired: [409, 'This can no longer be undone'],
  file_gone: [410, 'The file is no longer on the server'],
  sign_in_expired: [410, 'This sign-in is over: give the password again'],
  link_expired: [410, 'This link has expired or was used'],
  too_large: [413, 'Too large'],
  unsupported_media_type: [415, 'This type of content is not accepted'],
  unreadable_file: [400, 'The file could not be read'],
  html_too_complex: [400, 'The text could not be checked in time'],
  too_many_requests: [429, 'Too many requests'],
  passkey_refused: [400, 'The passkey was not accepted'],
  storage_full: [507, 'The disk is full'],
  busy: [503, 'The server is busy, please try again'],
  unexpected: [500, 'Something went wrong on the server'],
} as const satisfies Record<string, readonly [status: number, title: string]>

export type ProblemCode = keyof typeof problems
export const problemCodes = Object.keys(problems) as [ProblemCode, ...ProblemCode[]]

/**
 * One field that is wrong: `path` as in `links.0.url`, `code` from zod or the rule's own name. `rule` says what zod's code
 * is about (`text_min`, `email` …), `limit` is its number.
 */
export const ProblemField = z.object({
  path: z.string(),
  code: z.string(),
  message: z.string(),
  rule: z.string().optional(),
  limit: z.number().optional(),
})
export type ProblemField = z.infer<typeof ProblemField>

/** RFC 9457 `application/problem+json`. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(problemCodes),
  detail: z.string().optional(),
  requestId: z.string(),
  fields: z.array(ProblemField).optional(),
  /**
   * stale_version: the entity as it is now (shape of the entity's reply), and who changed it. wrong_offset: the upload as it
   * is now. already_here: the picture that is there. in_use, of sizes of a placement: the ads that need them. not_found, of a tag, an author
   * or a category: id and name of the one that is used in its place.
   */
  current: z.unknown().optional(),
  changedBy: z.string().nullable().optional(),
  /**
   * not_publishable: the missing parts; in_use: where it is used; not_found, of a tag, an author or a category: what it was called; not_signed_in: `second_step_required` when the session was
   * opened by a password alone and the role needs a second step since; busy: `database_away` or `storage_away` where it is not load.
   */
  reasons: z.array(z.string()).optional(),
  /** too_many_requests, busy: seconds to wait. */
  retryAfter: z.int().optional(),
})
export type Problem = z.infer<typeof Problem>
