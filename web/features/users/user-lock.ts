import { useLingui } from '@lingui/react/macro'
import type { User } from '#contract/users.ts'
import { ApiError } from '../../api/call.ts'
import { type ProblemText, useProblemText } from '../../api/problem-text.tsx'
import { useMe } from '../session/session-api.ts'
import { useUserList } from './user-api.ts'

/** Why an account cannot be suspended or given another role, in words; undefined where it can. */
export function useUserLock(): (user: User) => string | undefined {
  const { t } = useLingui()
  const me = useMe()
  const administrators = useUserList({ role: 'administrator', status: 'active', pageSize: 1 }).data?.total
  return ({ id }) => {
    // The only administrator there is must be the one who looks at this.
    if (id !== me?.id) return undefined
    return administrators === 1
      ? t`This is the only administrator. Make someone else an administrator first.`
      : t`This is your own account. Another administrator can do this.`
  }
}

/** Like `useProblemText`, and says which rule for accounts refused it. */
export function useUserProblemText(): (error: unknown) => ProblemText {
  const { t } = useLingui()
  const problemText = useProblemText()
  return (error) => {
    const text = problemText(error)
    const reasons = error instanceof ApiError ? (error.problem?.reasons ?? []) : []
    if (reasons.includes('last_administrator'))
      return { ...text, sentence: t`This is the only administrator. Make someone else an administrator first.` }
    if (reasons.includes('is_pending'))
      return { ...text, sentence: t`This account waits for approval. Reject it instead.` }
    if (reasons.includes('not_pending'))
      return { ...text, sentence: t`This account does not wait for approval any more, so it was not rejected.` }
    return text
  }
}
