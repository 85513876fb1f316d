import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconMailPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { screenChoice } from '#contract/filter-data.ts'
import { type User, userList } from '#contract/users.ts'
import { listShape, useEntityList } from '../../entity/list/entity-list.ts'
import { EntityListPage } from '../../entity/list/entity-list-page.tsx'
import { paths } from '../../paths.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { writeListState } from '../../ui/list-address.ts'
import { notifyDone, notifyFailure, offerUndo } from '../../ui/notify.tsx'
import { useScreen } from '../../ui/screen.tsx'
import { ResetSecondStep } from '../second-step/reset-second-step.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { LinkDialog, type LinkTarget } from './link-dialog.tsx'
import { ResetList } from './reset-list.tsx'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { UserIdentityDialog } from './user-identity-dialog.tsx'
import { UserDialog } from './user-dialog.tsx'
import { UserSessionsDialog } from './user-sessions-dialog.tsx'
import { useEditUser, useInvitations, useOpenResets, usePasswordLink, useRejectUser, useUserList } from './user-api.ts'
import { useUserActions } from './user-actions.tsx'
import { useUserColumns } from './user-columns.tsx'
import { useUserFilters } from './user-filters.tsx'
import { useUserLock, useUserProblemText } from './user-lock.ts'

const own = { tab: screenChoice(['invitations', 'resets']) }
const shape = listShape(userList, {
  own,
  columns: ['role', 'status', 'secondStep', 'lastSignInAt', 'lastSeenAt', 'createdAt'],
})

/** Who has an account, and what they may do. */
export function UserListPage() {
  const { t } = useLingui()
  const list = useEntityList(shape, useUserList)
  const { tab } = list.state.filters
  const { data } = list.page
  const invitations = useInvitations().data?.items
  const resets = useOpenResets().data?.items
  const beside = { invitations, resets }
  const shown = tab && (beside[tab] ?? [])
  const counted = shown?.length ?? 0
  const problemText = useUserProblemText()
  const lockOf = useUserLock()
  const rejectUser = useRejectUser()
  const [rejecting, setRejecting] = useState<User>()
  const [identifying, setIdentifying] = useState<User>()
  const [resetting, setResetting] = useState<User>()
  const [passwordLinkOf, setPasswordLinkOf] = useState<LinkTarget>()
  const makePasswordLink = usePasswordLink()
  const [sessionsOf, setSessionsOf] = useState<User>()
  const [leaving, setLeaving] = useState<{ user: User; removes: boolean }>()
  const [inviting, setInviting] = useState(false)
  const edit = useEditUser()
  const { search, navigate } = useScreen()
  const openId = new URLSearchParams(search).get('user')
  const open = data?.items.find(({ id }) => id === openId)

  const change = (user: User, to: Parameters<typeof edit.mutate>[0]['change'], done: string) => {
    const { name } = user
    edit.mutate(
      { user, change: to },
      {
        onSuccess: (changed) =>
          to.status === 'suspended'
            ? offerUndo(done, () => change(changed, { status: 'active' }, t`${name} can sign in again`))
            : notifyDone(done),
        onError: (failure) => {
          const { sentence, requestId } = problemText(failure)
          notifyFailure(sentence, requestId)
        },
      },
    )
  }
  const hrefOf = (user?: User) => {
    const params = new URLSearchParams(search)
    params.delete('user')
    if (user) params.set('user', user.id)
    return `${paths.users}${params.size > 0 ? `?${params}` : ''}`
  }
  const actionsOf = useUserActions({
    change,
    open: (user) => navigate(hrefOf(user)),
    reject: setRejecting,
    changeIdentity: setIdentifying,
    resetSecondStep: setResetting,
    passwordLink: ({ id, email }) => setPasswordLinkOf({ kind: 'password', id, email }),
    sessions: setSessionsOf,
    handOver: (user, removes) => setLeaving({ user, removes }),
    lockOf,
  })
  const searchLabels = { invitations: t`Search invitations`, resets: t`Search password resets` }
  const countOf = (items: readonly unknown[] | undefined) => (items?.length ? ` ${items.length}` : '')

  return (
    <EntityListPage
      list={list}
      title={t`Users`}
      searchLabel={tab ? searchLabels[tab] : t`Search users`}
      failed={t`The users could not be loaded`}
      beside={
        <Button h={32} px={12} leftSection={<IconMailPlus size={16} />} onClick={() => setInviting(true)}>
          <Trans>Invite</Trans>
        </Button>
      }
      tabs={
        <LinkTabs
          label={t`Accounts, invitations and password resets`}
          current={tab ?? 'accounts'}
          tabs={[
            { key: 'accounts', label: t`Accounts`, own: {} },
            {
              key: 'invitations',
              label: `${t`Invitations`}${countOf(invitations)}`,
              own: { tab: 'invitations' as const },
            },
            { key: 'resets', label: `${t`Password resets`}${countOf(resets)}`, own: { tab: 'resets' as const } },
          ].map(({ own: filters, ...one }) => ({
            ...one,
            to: writeListState(shape, { ...list.state, q: '', filters, page: 1 }) || '?',
            onShow: () => list.update({ q: '', filters }),
          }))}
        />
      }
      columns={useUserColumns()}
      filters={{ ...useUserFilters(), tab: null }}
      rowName={(user) => user.name}
      rowHref={hrefOf}
      actionsOf={actionsOf}
      empty={{
        noMatch: t`No account matches`,
        nothing: t`No account matches`,
        hint: <Trans>Change the search or the filters, or invite someone.</Trans>,
      }}
      instead={
        tab && {
          count: counted,
          countText:
            tab === 'resets'
              ? t`${plural(counted, { one: '# password reset', other: '# password resets' })}`
              : t`${plural(counted, { one: '# invitation', other: '# invitations' })}`,
          body: tab === 'resets' ? <ResetList q={list.state.q} /> : <InvitationList q={list.state.q} />,
        }
      }
    >
      {inviting && (
        <InviteDialog
          onClose={(hasLink) => {
            setInviting(false)
            if (hasLink) list.update({ q: '', filters: { tab: 'invitations' } })
          }}
        />
      )}
      <LinkDialog
        target={passwordLinkOf}
        issue={makePasswordLink.mutateAsync}
        onClose={() => setPasswordLinkOf(undefined)}
      />
      {resetting && <ResetSecondStep user={resetting} onClose={() => setResetting(undefined)} />}
      {rejecting && (
        <Confirm
          opened
          danger
          title={t`Reject the registration of ${rejecting.name}?`}
          confirmLabel={t`Reject`}
          onClose={() => setRejecting(undefined)}
          onConfirm={async () => {
            try {
              await rejectUser.mutateAsync(rejecting.id)
              notifyDone(t`Rejected the registration of ${rejecting.name}`)
              return undefined
            } catch (failure) {
              return problemText(failure).sentence
            }
          }}
        >
          <Trans>The account is removed, and no one is told. The person can register again.</Trans>
        </Confirm>
      )}
      {identifying && <UserIdentityDialog user={identifying} onClose={() => setIdentifying(undefined)} />}
      {sessionsOf && <UserSessionsDialog user={sessionsOf} onClose={() => setSessionsOf(undefined)} />}
      {leaving && <HandOverDialog {...leaving} onClose={() => setLeaving(undefined)} />}
      <UserDialog
        user={open}
        lock={open && lockOf(open)}
        onClose={() => navigate(hrefOf(), { replace: true })}
        onChange={(user, to) =>
          change(user, to, to.status === 'active' ? t`${user.name} can sign in now` : t`Saved: ${user.name}`)
        }
      />
    </EntityListPage>
  )
}
