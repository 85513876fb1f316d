import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Tabs } from '@mantine/core'
import { IconMailPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { roles } from '#contract/permissions.ts'
import { type User, userStatuses } from '#contract/users.ts'
import { LoadFailed } from '../../entity/load-failed.tsx'
import { paths } from '../../paths.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { DisplayMenu } from '../../ui/data-table/display-menu.tsx'
import { FilterBar } from '../../ui/data-table/filter-bar.tsx'
import { ListFrame } from '../../ui/data-table/list-frame.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type ListShape, queryOf, useListState } from '../../ui/list-state.ts'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import { useScreen } from '../../ui/screen.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { ResetList } from './reset-list.tsx'
import { UserDialog } from './user-dialog.tsx'
import { useEditUser, useInvitations, useOpenResets, useRejectUser, type UserQuery, useUserList } from './user-api.ts'
import { useUserActions } from './user-actions.tsx'
import { useUserColumns } from './user-columns.tsx'
import { useUserFilters } from './user-filters.tsx'
import { useUserLock, useUserProblemText } from './user-lock.ts'

const shape: ListShape = {
  filters: {
    status: new RegExp(`^(${userStatuses.join('|')})$`),
    role: new RegExp(`^(${roles.join('|')})$`),
    tab: /^(invitations|resets)$/,
  },
  sorts: ['name', 'createdAt', 'email'],
  defaultSort: 'name',
  searchSort: 'relevance',
  columns: ['role', 'status', 'lastSeenAt', 'createdAt'],
}

/** Who has an account, and what they may do. */
export function UserListPage() {
  const { t } = useLingui()
  const list = useListState(shape)
  const { tab, ...filterValues } = list.state.filters
  const showsInvitations = tab === 'invitations'
  const query = queryOf({ ...list.state, filters: filterValues }) as UserQuery
  const { data, error, isPlaceholderData, refetch } = useUserList(query)
  const invitations = useInvitations().data?.items
  const resets = useOpenResets().data?.items
  const beside = tab === undefined ? undefined : tab === 'resets' ? (resets ?? []) : (invitations ?? [])
  const problemText = useUserProblemText()
  const lockOf = useUserLock()
  const rejectUser = useRejectUser()
  const [rejecting, setRejecting] = useState<User>()
  const columns = useUserColumns()
  const filters = useUserFilters()
  const [inviting, setInviting] = useState(false)
  const edit = useEditUser()
  const { search, navigate } = useScreen()
  const openId = new URLSearchParams(search).get('user')
  const open = data?.items.find(({ id }) => id === openId)

  const change = (user: User, to: Parameters<typeof edit.mutate>[0]['change'], done: string) =>
    edit.mutate(
      { user, change: to },
      {
        onSuccess: () => notifyDone(done),
        onError: (failure) => {
          const { sentence, requestId } = problemText(failure)
          notifyFailure(sentence, requestId)
        },
      },
    )
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
    lockOf,
  })
  const filtered = list.state.q !== '' || Object.keys(filterValues).length > 0

  return (
    <ListFrame
      title={t`Users`}
      list={list}
      page={beside ? { items: beside, total: beside.length, totalIsExact: true } : data}
      whole={beside !== undefined}
      searchLabel={
        tab === 'resets' ? t`Search password resets` : showsInvitations ? t`Search invitations` : t`Search users`
      }
      primary={
        <Button h={32} px={12} leftSection={<IconMailPlus size={16} />} onClick={() => setInviting(true)}>
          <Trans>Invite</Trans>
        </Button>
      }
      views={
        <Tabs
          value={tab ?? 'accounts'}
          onChange={(next) => list.update({ q: '', filters: next && next !== 'accounts' ? { tab: next } : {} })}
        >
          <Tabs.List
            aria-label={t`Accounts, invitations and password resets`}
            style={{ '--tab-border-color': 'transparent' }}
          >
            <Tabs.Tab value="accounts">{t`Accounts`}</Tabs.Tab>
            <Tabs.Tab value="invitations">
              {t`Invitations`}
              {invitations && invitations.length > 0 && ` ${invitations.length}`}
            </Tabs.Tab>
            <Tabs.Tab value="resets">
              {t`Password resets`}
              {resets && resets.length > 0 && ` ${resets.length}`}
            </Tabs.Tab>
          </Tabs.List>
        </Tabs>
      }
      filters={!beside && <FilterBar list={list} filters={filters} />}
      display={!beside && <DisplayMenu list={list} columns={columns} />}
    >
      {showsInvitations ? (
        <InvitationList q={list.state.q} />
      ) : tab === 'resets' ? (
        <ResetList q={list.state.q} />
      ) : error && !data ? (
        <LoadFailed title={t`The users could not be loaded`} error={error} onRetry={refetch} />
      ) : (
        <DataTable
          label={t`Users`}
          columns={columns}
          rows={data?.items}
          stale={isPlaceholderData}
          list={list}
          rowName={(user) => user.name}
          rowHref={hrefOf}
          actionsOf={actionsOf}
          empty={
            <EmptyState kind={filtered ? 'no-match' : 'nothing'} title={t`No account matches`}>
              <Trans>Change the search or the filters, or invite someone.</Trans>
            </EmptyState>
          }
        />
      )}
      <InviteDialog
        opened={inviting}
        onClose={(hasLink) => {
          setInviting(false)
          if (hasLink) list.update({ q: '', filters: { tab: 'invitations' } })
        }}
      />
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
      <UserDialog
        user={open}
        lock={open && lockOf(open)}
        onClose={() => navigate(hrefOf(), { replace: true })}
        onChange={(user, to) =>
          change(user, to, to.status === 'active' ? t`${user.name} can sign in now` : t`Saved: ${user.name}`)
        }
      />
    </ListFrame>
  )
}
