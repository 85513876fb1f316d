import { useLingui } from '@lingui/react/macro'
import {
  IconAt,
  IconDevices,
  IconKey,
  IconShieldOff,
  IconTransfer,
  IconTrash,
  IconUserCheck,
  IconUserCog,
  IconUserOff,
  IconUserX,
} from '@tabler/icons-react'
import type { User } from '#contract/users.ts'
import type { RowAction } from '../../ui/data-table/column.ts'
import { useMe } from '../session/session-api.ts'

type Given = {
  change: (user: User, to: { status: User['status'] }, done: string) => void
  open: (user: User) => void
  reject: (user: User) => void
  changeIdentity: (user: User) => void
  resetSecondStep: (user: User) => void
  /** A link to set a new password, to hand over. */
  passwordLink: (user: User) => void
  /** Where the person is signed in. */
  sessions: (user: User) => void
  /** Gives what the account owns to another one, with or without removing it. */
  handOver: (user: User, removes: boolean) => void
  /** Why this account cannot be suspended, if it cannot; the dialog says why it keeps its role. */
  lockOf: (user: User) => string | undefined
}

/** What can be done with an account from its row. */
export function useUserActions({
  change,
  open,
  reject,
  changeIdentity,
  resetSecondStep,
  passwordLink,
  sessions,
  handOver,
  lockOf,
}: Given): (user: User) => readonly RowAction[] {
  const { t } = useLingui()
  const me = useMe()
  return (user) => {
    const { status, name } = user
    const unavailable = lockOf(user)
    const actions: RowAction[] = []
    if (status === 'pending')
      actions.push({
        key: 'approve',
        label: t`Approve`,
        icon: <IconUserCheck size={16} />,
        quick: true,
        run: () => open(user),
      })
    if (status !== 'pending')
      actions.push({
        key: 'edit',
        label: t`Change role or byline`,
        icon: <IconUserCog size={16} />,
        quick: true,
        run: () => open(user),
      })
    actions.push({
      key: 'identity',
      label: user.id === me?.id ? t`Change name` : t`Change name or e-mail address`,
      icon: <IconAt size={16} />,
      run: () => changeIdentity(user),
    })
    if (status === 'active' && user.id !== me?.id)
      actions.push({
        key: 'password-link',
        label: t`Make a password link`,
        icon: <IconKey size={16} />,
        run: () => passwordLink(user),
      })
    if (user.secondStep && user.id !== me?.id)
      actions.push({
        key: 'reset-second-step',
        label: t`Remove two-step sign-in`,
        icon: <IconShieldOff size={16} />,
        run: () => resetSecondStep(user),
      })
    if (status === 'active')
      actions.push({
        key: 'sessions',
        label: t`Sessions`,
        icon: <IconDevices size={16} />,
        run: () => sessions(user),
      })
    if (status !== 'pending')
      actions.push({
        key: 'hand-over',
        label: t`Hand over`,
        icon: <IconTransfer size={16} />,
        run: () => handOver(user, false),
      })
    if (status === 'pending')
      actions.push({
        key: 'reject',
        label: t`Reject`,
        icon: <IconUserX size={16} />,
        danger: true,
        divided: true,
        run: () => reject(user),
      })
    if (status === 'active')
      actions.push({
        key: 'suspend',
        label: t`Suspend`,
        icon: <IconUserOff size={16} />,
        danger: true,
        divided: true,
        unavailable,
        run: () => change(user, { status: 'suspended' }, t`${name} is suspended and signed out everywhere`),
      })
    if (status === 'suspended')
      actions.push({
        key: 'restore',
        label: t`Let in again`,
        icon: <IconUserCheck size={16} />,
        run: () => change(user, { status: 'active' }, t`${name} can sign in again`),
      })
    if (status !== 'pending')
      actions.push({
        key: 'remove',
        label: t`Remove`,
        icon: <IconTrash size={16} />,
        danger: true,
        divided: status === 'suspended',
        unavailable,
        run: () => handOver(user, true),
      })
    return actions
  }
}
