import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Skeleton, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { allows } from '#contract/permissions.ts'
import { type Owned, type OwnedKind, ownedKinds, ownedPermissions, type User } from '#contract/users.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { FormDialog } from '../../entity/form-dialog.tsx'
import { useOfferUndo } from '../../entity/undo.ts'
import { notifyDone } from '../../ui/notify.tsx'
import { Picker } from '../../ui/picker.tsx'
import { useOwnedText } from './owned-names.ts'
import { useRoleName } from './role-names.ts'
import { searchReceivers, useHandOver, useOwned, useRemoveUser } from './user-api.ts'
import { useUserProblemText } from './user-lock.ts'
import { listed } from '../../ui/listed.ts'

type Props = { user: User; /** The account is removed afterwards. */ removes: boolean; onClose: () => void }

/** What an account owns, to whom it goes, and whether the account is removed afterwards. */
export function HandOverDialog({ user, removes, onClose }: Props) {
  const { t } = useLingui()
  const { name } = user
  const owned = useOwned(user.id)
  const problemText = useProblemText()
  const userProblemText = useUserProblemText()
  const handOver = useHandOver()
  const remove = useRemoveUser()
  const client = useQueryClient()
  const roleName = useRoleName()
  const offerUndo = useOfferUndo(() => void client.invalidateQueries())
  const [receiver, setReceiver] = useState<User>()
  const [found, setFound] = useState<readonly User[]>([])
  const [left, setLeft] = useState<readonly OwnedKind[]>([])
  const present = ownedKinds.filter((kind) => (owned.data?.counts[kind] ?? 0) > 0)
  const kinds = present.filter((kind) => !left.includes(kind) && mayOwn(receiver, kind))

  const submit = async () => {
    try {
      if (removes) {
        await remove.mutateAsync({
          user,
          ...(receiver && kinds.length > 0 && { handOver: { to: receiver.id, kinds } }),
        })
        notifyDone(t`${name} is removed`)
        return true
      }
      if (!receiver) return false
      const { undo, left: notMoved } = await handOver.mutateAsync({ user, to: receiver.id, kinds })
      if (undo) offerUndo(t`Handed over to ${receiver.name}`, undo)
      if (notMoved === 0) return true
      return t({
        message: plural(notMoved, {
          one: '# item could not be moved in time, because the database is busy. The rest is handed over. “Hand over” moves what is left.',
          other:
            '# items could not be moved in time, because the database is busy. The rest is handed over. “Hand over” moves what is left.',
        }),
      })
    } catch (failure) {
      const { sentence, fields } = userProblemText(failure)
      return Object.values(fields)[0] ?? sentence
    }
  }
  return (
    <FormDialog
      title={removes ? t`Remove ${name}?` : t`Hand over what ${name} owns`}
      submitLabel={
        !removes ? (
          <Trans>Hand over</Trans>
        ) : kinds.length > 0 ? (
          <Trans>Hand over and remove</Trans>
        ) : (
          <Trans>Remove</Trans>
        )
      }
      danger={removes}
      ready={owned.data !== undefined && (removes || kinds.length > 0)}
      onSubmit={submit}
      onClose={onClose}
      failure={owned.error ? problemText(owned.error).sentence : undefined}
    >
      <Text size="sm">
        {removes ? (
          <Trans>
            {name} is signed out and cannot sign in any more. The name stays in the history of what was done; the
            address can be used again. This cannot be undone.
          </Trans>
        ) : (
          <Trans>Whoever owns something may edit it as their own. Bylines and versions stay as they are.</Trans>
        )}
      </Text>
      {owned.data && present.length === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>{name} owns nothing.</Trans>
        </Text>
      )}
      {(!owned.data || present.length > 0) && (
        <Picker
          label={removes ? t`Hand over to (optional)` : t`Hand over to`}
          placeholder={t`Find an account`}
          noneText={t`No other accounts yet.`}
          most={1}
          startsFocused
          except={[user.id]}
          value={receiver ? [{ id: receiver.id, label: receiver.name }] : []}
          onChange={([option]) => setReceiver(found.find(({ id }) => id === option?.id))}
          search={async (text, signal) => {
            const users = await searchReceivers(text, signal)
            setFound((before) => [...users, ...before])
            return users.map(({ id, name: label, role, email }) => ({
              id,
              label,
              detail: `${roleName(role)} · ${email}`,
            }))
          }}
          failureText={(failure) => problemText(failure).sentence}
        />
      )}
      {!owned.data && !owned.error && <Skeleton h={140} />}
      {owned.data && present.length > 0 && (
        <Kinds
          owned={owned.data}
          present={present}
          receiver={receiver}
          left={left}
          onChange={(next) => setLeft(present.filter((kind) => !next.includes(kind)))}
        />
      )}
      {owned.data && removes && <LostWith owned={owned.data} />}
      <Text size="sm" c="dimmed" role="status">
        {(handOver.isPending || (remove.isPending && kinds.length > 0)) && (
          <Trans>Handing over. With very many items this takes some minutes; others can save them meanwhile.</Trans>
        )}
      </Text>
    </FormDialog>
  )
}

function mayOwn(receiver: User | undefined, kind: OwnedKind): boolean {
  const permission = ownedPermissions[kind]
  return receiver !== undefined && (permission === undefined || allows(receiver.role, permission))
}

type KindsProps = {
  owned: Owned
  present: readonly OwnedKind[]
  receiver: User | undefined
  left: readonly OwnedKind[]
  onChange: (kinds: readonly string[]) => void
}

function Kinds({ owned, present, receiver, left, onChange }: KindsProps) {
  const { t } = useLingui()
  const ownedText = useOwnedText()
  const roleName = useRoleName()
  const { scheduled, inReview } = owned
  const parts = [
    ...(scheduled > 0 ? [t({ message: plural(scheduled, { one: '# scheduled', other: '# scheduled' }) })] : []),
    ...(inReview > 0 ? [t({ message: plural(inReview, { one: '# in review', other: '# in review' }) })] : []),
  ]
  const describe = (kind: OwnedKind) => {
    if (receiver && !mayOwn(receiver, kind)) return t`Not possible for the role ${roleName(receiver.role)}`
    return kind === 'articles' && parts.length > 0 ? t`${listed(parts)}; they stay so` : undefined
  }
  return (
    <Checkbox.Group
      label={t`What is handed over`}
      value={present.filter((kind) => !left.includes(kind) && (!receiver || mayOwn(receiver, kind)))}
      onChange={onChange}
    >
      <Stack gap="xs" mt={6}>
        {present.map((kind) => (
          <Checkbox
            key={kind}
            value={kind}
            label={ownedText(kind, owned.counts[kind])}
            description={describe(kind)}
            disabled={receiver !== undefined && !mayOwn(receiver, kind)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

/** What goes with the account, and what stays without it. */
function LostWith({ owned: { privateViews, byline, sessions } }: { owned: Owned }) {
  const { t } = useLingui()
  const lines = [
    t`What is not handed over stays, and only editors and administrators can change it.`,
    ...(byline ? [t`The author profile ${byline.displayName} stays, without an account.`] : []),
    ...(privateViews > 0
      ? [t({ message: plural(privateViews, { one: '# own view is deleted.', other: '# own views are deleted.' }) })]
      : []),
    ...(sessions > 0
      ? [t({ message: plural(sessions, { one: '# session ends now.', other: '# sessions end now.' }) })]
      : []),
  ]
  return (
    <Text size="sm" c="dimmed" component="ul" m={0} pl={18}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </Text>
  )
}
