import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { AuditChanges } from './audit-changes.tsx'

test('what an event changed is in the words of the screens: roles, states, times, yes and no', async () => {
  showScreen(
    <AuditChanges
      before={{ goal: { kind: 'none' }, role: 'viewer', status: 'pending', needsKey: false, dailyCap: null }}
      after={{
        goal: { kind: 'impressions' },
        endsAt: '2026-12-20T18:00',
        role: 'ad_manager',
        status: 'active',
        needsKey: true,
        dailyCap: 100,
        expiresAt: '2027-11-26T06:18:21.993Z',
        name: 'true',
      }}
    />,
  )
  const field = (name: string) => page.getByRole('group', { name, exact: true })
  await expect.element(field('Role')).toMatchTextContent(/Viewer.*Ad manager/)
  await expect.element(field('Kind')).toMatchTextContent(/None.*Impressions/)
  await expect.element(field('End')).toMatchTextContent(/Dec 20, 2026.*6:00/)
  await expect.element(field('Status')).toMatchTextContent(/Waits for approval.*Active/)
  await expect.element(field('A key is needed')).toMatchTextContent(/No.*Yes/)
  await expect.element(field('Daily cap')).toMatchTextContent(/–.*100/)
  await expect.element(field('Expires')).toMatchTextContent(/Nov.*2027/)
  await expect.element(field('Name')).toMatchTextContent(/true/)
})
