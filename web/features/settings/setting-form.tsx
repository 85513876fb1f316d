import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Path, type PathValue, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import {
  settingSections,
  type Settings,
  type SettingSection as SectionName,
  type SettingState,
  type SettingValues,
} from '#contract/settings.ts'
import { ApiError } from '../../api/call.ts'
import type { ConflictFields } from '../../entity/drafts/draft-notices.tsx'
import { useSubmitForm } from '../../entity/drafts/submit-form.ts'
import { notifyDone } from '../../ui/notify.tsx'
import { useScreenTitle } from '../../ui/screen.tsx'
import { FormProblem } from '../session/form-problem.tsx'
import { ProfileSection } from '../session/profile-section.tsx'
import { useEditSettings } from './setting-api.ts'

/** The id of a field that an address may name, by its section and name, as in `site-articleUrl`. */
export const settingFieldId = (name: string): string => `setting-${name}`

/** One section of the settings as the draft model takes it. */
function stateOf<Name extends SectionName>(settings: Settings, name: Name): SettingState<Name> {
  const { version, by } = settings.saved[name]
  return { ...(settings[name] as SettingValues[Name]), id: name, version, updatedBy: by }
}

/** The form of one section: a draft that survives leaving, merged with what other administrators save meanwhile. */
export function useSettingForm<Name extends SectionName>(
  settings: Settings,
  name: Name,
  shown: ConflictFields<SettingValues[Name]>,
) {
  type Values = SettingValues[Name]
  const { t } = useLingui()
  const edit = useEditSettings()
  const names = Object.keys(shown) as (keyof Values & string)[]
  const valuesOf = (state: SettingState<Name> | undefined) =>
    Object.fromEntries(names.map((field) => [field, (state ?? stateOf(settings, name))[field]])) as unknown as Values
  const { form, draft, dirty, notices, failure, submit } = useSubmitForm<SettingState<Name>, Values>({
    entity: stateOf(settings, name),
    schema: settingSections[name] as unknown as z.ZodType<unknown, Values>,
    valuesOf,
    shown,
    draftKey: `setting/${name}`,
    save: async (base, values) => {
      const versions = { [name]: base?.version }
      try {
        return stateOf(await edit.mutateAsync({ [name]: values, versions }), name)
      } catch (error) {
        throw withinSection(error, name)
      }
    },
    onSaved: () => notifyDone(t`Settings saved`),
  })
  useScreenTitle(undefined, { unsaved: dirty, comesBack: true })
  const values = useWatch({ control: form.control }) as Values
  return {
    values,
    set: <Field extends keyof Values & string>(field: Field, value: Values[Field]) =>
      form.setValue(field as unknown as Path<Values>, value as PathValue<Values, Path<Values>>, {
        shouldDirty: true,
        shouldValidate: form.formState.isSubmitted,
      }),
    errorOf: (field: keyof Values & string) => form.errorOf(field as unknown as Path<Values>),
    frame: {
      dirty,
      notices,
      failure,
      busy: form.formState.isSubmitting,
      onSave: submit,
      onDiscard: () => draft.discard(),
    },
  }
}

/** The server names a field by its section, `general.logo`; the form of a section knows it as `logo`. */
function withinSection(error: unknown, name: SectionName): unknown {
  if (!(error instanceof ApiError) || !error.problem?.fields) return error
  const fields = error.problem.fields.map((field) => ({ ...field, path: field.path.replace(`${name}.`, '') }))
  return new ApiError(error.problem.code, { ...error.problem, fields })
}

type Props = {
  title: ReactNode
  description: ReactNode
  frame: ReturnType<typeof useSettingForm>['frame']
  /** What is typed cannot be saved, and a field says so already. */
  isWrong?: boolean
  children: ReactNode
}

/** Settings that are saved together. */
export function SettingForm({ title, description, frame, isWrong = false, children }: Props) {
  const { dirty, notices, failure, busy, onSave, onDiscard } = frame
  return (
    <ProfileSection title={title} description={description}>
      <form
        noValidate
        style={{ display: 'contents' }}
        onSubmit={(event) => {
          event.preventDefault()
          if (dirty && !isWrong) void onSave()
        }}
      >
        {notices}
        {children}
        <FormProblem error={failure} />
        <Group gap="sm">
          <Button type="submit" loading={busy} disabled={!dirty || isWrong}>
            <Trans>Save</Trans>
          </Button>
          {dirty && (
            <Button variant="subtle" color="gray" onClick={onDiscard}>
              <Trans>Discard</Trans>
            </Button>
          )}
        </Group>
      </form>
    </ProfileSection>
  )
}
