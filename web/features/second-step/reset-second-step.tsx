import { Trans, useLingui } from '@lingui/react/macro'
import type { User } from '#contract/users.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { useResetSecondStep } from './second-step-api.ts'

/** Asks before the second step of someone else is removed. */
export function ResetSecondStep({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const reset = useResetSecondStep()
  const { name } = user
  return (
    <Confirm
      opened
      danger
      title={t`Remove the two-step sign-in of ${name}?`}
      confirmLabel={t`Remove`}
      onClose={onClose}
      onConfirm={async () => {
        try {
          await reset.mutateAsync(user.id)
          notifyDone(t`Removed the two-step sign-in of ${name}`)
          return undefined
        } catch (failure) {
          return problemText(failure).sentence
        }
      }}
    >
      <Trans>
        Do this for someone who lost their phone or passkey, and only when you are sure who is asking. They are signed
        out everywhere and told by mail. Until they set it up again, the password alone signs them in.
      </Trans>
    </Confirm>
  )
}
