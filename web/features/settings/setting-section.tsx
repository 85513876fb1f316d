import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Settings } from '#contract/settings.ts'
import { notifyDone } from '../../ui/notify.tsx'
import { useScreenTitle } from '../../ui/screen.tsx'
import { FormProblem } from '../session/form-problem.tsx'
import { ProfileSection } from '../session/profile-section.tsx'
import { useEditSettings } from './setting-api.ts'

type Props = {
  title: ReactNode
  description: ReactNode
  /** What would be saved; undefined while nothing differs from what is saved. */
  change: Partial<Settings> | undefined
  /** What is typed cannot be saved. */
  isWrong?: boolean
  /** Forgets what was typed: it was saved, or is not wanted. */
  onReset: () => void
  children: ReactNode
}

/** Some settings that are saved together. */
export function SettingSection({ title, description, change, isWrong = false, onReset, children }: Props) {
  const { t } = useLingui()
  const edit = useEditSettings()
  const isDirty = change !== undefined
  useScreenTitle(undefined, { unsaved: isDirty })
  const saved = () => {
    onReset()
    notifyDone(t`Settings saved`)
  }
  return (
    <ProfileSection title={title} description={description}>
      <form
        style={{ display: 'contents' }}
        onSubmit={(event) => {
          event.preventDefault()
          if (isDirty && !isWrong) edit.mutate(change, { onSuccess: saved })
        }}
      >
        {children}
        <FormProblem error={edit.error} />
        <Group gap="sm">
          <Button type="submit" loading={edit.isPending} disabled={!isDirty || isWrong}>
            <Trans>Save</Trans>
          </Button>
          {isDirty && (
            <Button variant="subtle" color="gray" onClick={onReset}>
              <Trans>Discard</Trans>
            </Button>
          )}
        </Group>
      </form>
    </ProfileSection>
  )
}
