import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { ProblemCode } from '#contract/problems.ts'
import { ApiError } from './call.ts'
import { useFieldText } from './field-text.ts'
import { meQuery } from './me.ts'
import { queryClient } from './query-client.ts'

/** A failure in the person's language. */
export type ProblemText = {
  sentence: string
  /** For support; undefined when no answer came. */
  requestId: string | undefined
  /** Path of the field → what is wrong with it. */
  fields: Record<string, string>
}

const sentences: Record<ProblemCode | 'offline', MessageDescriptor> = {
  offline: msg`The server cannot be reached. What you typed is still here; check the connection and try again.`,
  invalid_input: msg`Some of the input is not valid. Check the marked fields.`,
  not_signed_in: msg`You are signed out. Sign in again to go on.`,
  wrong_key: msg`This key does not work: it is wrong, has expired or was revoked.`,
  wrong_credentials: msg`E-mail address and password do not match.`,
  needs_publisher: msg`Readers see this already, so only someone who may publish can change it. Ask an editor.`,
  forbidden: msg`Your role does not allow this. An administrator can change it.`,
  account_pending: msg`Your account waits for an administrator's approval.`,
  account_suspended: msg`This account is suspended. Ask an administrator.`,
  connection_protected: msg`PostgreSQL does not let Copydesk end this connection: its database role lacks the right. Whoever runs the database can end it, or grant the role pg_signal_backend.`,
  registration_closed: msg`Registration is closed. Ask an administrator for an invitation.`,
  wrong_setup_code: msg`The setup code is not right. It was printed when the server first started.`,
  foreign_host: msg`This is not an address of this server.`,
  not_found: msg`This no longer exists, or you may not see it.`,
  stale_version: msg`Someone else changed this in the meantime. Nothing was overwritten; load the newest version and try again.`,
  illegal_transition: msg`This is not possible in the current state. It may have changed since this page was loaded.`,
  not_publishable: msg`Something is missing before this can be published.`,
  nothing_to_publish: msg`There are no unpublished changes.`,
  slug_taken: msg`This slug is in use. Choose another.`,
  name_taken: msg`This name is in use. Choose another.`,
  key_taken: msg`This key is in use. Choose another.`,
  count_changed: msg`The selection has changed since it was shown, so nothing was done. Check it and try again.`,
  in_use: msg`This is still in use, so it was not deleted.`,
  wrong_offset: msg`The upload is at another position than expected. Try again.`,
  already_here: msg`The library has this picture already.`,
  in_progress: msg`This is already under way. Wait until it is done.`,
  stopped: msg`This was stopped before its end.`,
  undo_expired: msg`This can no longer be undone.`,
  file_gone: msg`The file is no longer on the server.`,
  sign_in_expired: msg`This sign-in has expired. Go back and enter your password again.`,
  passkey_refused: msg`The passkey was not accepted. Try again, or use another method.`,
  link_expired: msg`This link has expired or was used. Ask for a new one.`,
  too_large: msg`This is too large.`,
  unsupported_media_type: msg`This type of file is not accepted.`,
  unreadable_file: msg`The file could not be read. It may be damaged.`,
  html_too_complex: msg`The text is too deeply nested to be checked. Remove some of its formatting.`,
  too_many_requests: msg`Too many attempts. Wait a moment and try again.`,
  storage_full: msg`The server's disk is full. Nothing was saved; tell an administrator.`,
  busy: msg`The server is busy. Nothing was lost; try again in a moment.`,
  unexpected: msg`Something went wrong on the server. What you typed is still here; try again.`,
}

/** Why the server is busy, where it is not load. */
const awayTexts: Record<string, MessageDescriptor> = {
  database_away: msg`The server cannot reach its database. Nothing was lost; try again in a moment, and tell an administrator if it stays so.`,
  storage_away: msg`The server cannot reach the storage of its pictures. Nothing was lost; try again in a moment, and tell an administrator if it stays so.`,
}

/** The same for an administrator, who may mend it: where to look, and what to do. */
const administratorTexts: Record<string, MessageDescriptor> = {
  storage_full: msg`The server's disk is full. Nothing was saved. “Disk space” under “Health” names the folder; make room on its disk.`,
  database_away: msg`The server cannot reach its database. Nothing was lost; try again in a moment. If it stays so, check that PostgreSQL runs and that DATABASE_URL is right; the log of the server says why it is not reached.`,
  storage_away: msg`The server cannot reach the storage of its pictures. Nothing was lost; try again in a moment. If it stays so, “Storage” under “Health” says why, and STORAGE_URL where it is.`,
}

/** Whether whoever is signed in runs this installation. Asked when something has failed, which may be before the server said who it is. */
export const isAdministrator = (): boolean => queryClient.getQueryData(meQuery.queryKey)?.role === 'administrator'

/** The sentence of a code alone, as bulk reports carry it. */
export function useCodeText(): (code: string) => string {
  const { t } = useLingui()
  return useCallback(
    (code) => {
      const known = isAdministrator() ? administratorTexts[code] : undefined
      return t(known ?? awayTexts[code] ?? sentences[code as ProblemCode] ?? sentences.unexpected)
    },
    [t],
  )
}

/** Turns any thrown value into sentences for people; the English `detail` of the server is never shown as it is. */
export function useProblemText(): (error: unknown) => ProblemText {
  const codeText = useCodeText()
  const fieldText = useFieldText()
  return useCallback(
    (error) => {
      const known = error instanceof ApiError ? error : undefined
      const fields = known?.problem?.fields ?? []
      const why = known?.problem?.reasons?.[0] ?? ''
      return {
        sentence: codeText(known?.code === 'busy' && why in awayTexts ? why : (known?.code ?? 'unexpected')),
        requestId: known?.problem?.requestId,
        fields: Object.fromEntries(fields.map((field) => [field.path, fieldText(field)])),
      }
    },
    [codeText, fieldText],
  )
}
