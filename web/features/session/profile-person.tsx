import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { type Me, ProfileEdit } from '#contract/session.ts'
import { activeLocale, chooseLocale } from '../../i18n.ts'
import { notifyDone } from '../../ui/notify.tsx'
import { useScreenTitle } from '../../ui/screen.tsx'
import { ZoneSelect } from '../../ui/zone-select.tsx'
import { useContractForm } from '../../api/contract-form.ts'
import { AddressDialog } from './address-dialog.tsx'
import { FormProblem } from './form-problem.tsx'
import { languageNames } from './language-names.ts'
import { ProfileSection } from './profile-section.tsx'
import { useEditProfile } from './session-api.ts'
import { useSite } from './site.ts'

const Values = ProfileEdit.omit({ version: true }).required()
const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]
const here = Intl.DateTimeFormat().resolvedOptions().timeZone
/** In the list, the choice without a time zone of one's own. */
const SITE_ZONE = ''
const valuesOf = ({ version, name, locale, timeZone, ownTimeZone }: Me) => ({
  name,
  // A new profile has a default, not a choice.
  locale: version > 1 ? locale : activeLocale(),
  timeZone: ownTimeZone ? timeZone : null,
})

export function PersonSection({ me, title }: { me: Me; title: string }) {
  const { t } = useLingui()
  const [failure, setFailure] = useState<unknown>()
  const [moving, setMoving] = useState(false)
  const edit = useEditProfile()
  const site = useSite()
  const form = useContractForm(Values, valuesOf(me))
  const { isDirty, dirtyFields, isSubmitting } = form.formState
  const siteZone =
    site.timeZone === 'UTC' ? t`As the site; until it has a time zone: ${here}` : t`As the site: ${site.timeZone}`
  useScreenTitle(undefined, { unsaved: isDirty })

  const submit = form.handleSubmit(async (values) => {
    setFailure(undefined)
    try {
      const saved = await edit.mutateAsync({
        // Only what was changed here: an administrator, or another tab, may have changed the rest.
        ...(dirtyFields.name && { name: values.name }),
        ...((dirtyFields.locale || me.version === 1) && { locale: values.locale }),
        ...(dirtyFields.timeZone && { timeZone: values.timeZone }),
      })
      form.reset(valuesOf(saved))
      if (saved.locale !== me.locale) await chooseLocale(saved.locale)
      notifyDone(t`Profile saved`)
    } catch (error) {
      if (!form.show(error)) setFailure(error)
    }
  })

  return (
    <ProfileSection title={title} description={<Trans>Your name is shown beside what you write and change.</Trans>}>
      <form onSubmit={(event) => void submit(event)} noValidate style={{ display: 'contents' }}>
        <TextInput
          label={t({ message: 'Name', context: 'of a person' })}
          autoComplete="name"
          error={form.errorOf('name')}
          {...form.register('name')}
        />
        <Group gap="xs" align="end" wrap="nowrap">
          <TextInput
            label={t`E-mail address`}
            value={me.email}
            readOnly
            variant="filled"
            description={t`It signs you in, and gets our mails.`}
            style={{ flex: 1 }}
          />
          <Button variant="default" aria-label={t`Change your e-mail address`} onClick={() => setMoving(true)}>
            <Trans>Change</Trans>
          </Button>
        </Group>
        <NativeSelect
          label={t`Language`}
          description={t`Of the console, and of the mails we send you.`}
          data={[...languageNames]}
          {...form.register('locale')}
        />
        <Controller
          control={form.control}
          name="timeZone"
          render={({ field }) => (
            <ZoneSelect
              label={t`Time zone`}
              description={t`All times are shown in it.`}
              data={[
                { value: SITE_ZONE, label: siteZone },
                ...(field.value && !zones.includes(field.value) ? [field.value] : []),
                ...zones,
              ]}
              value={field.value ?? SITE_ZONE}
              onChange={(zone) => zone !== null && field.onChange(zone === SITE_ZONE ? null : zone)}
              onBlur={field.onBlur}
              ref={field.ref}
              error={form.errorOf('timeZone')}
            />
          )}
        />
        <FormProblem error={failure} />
        <Group gap="sm">
          <Button type="submit" loading={isSubmitting} disabled={!isDirty}>
            <Trans>Save</Trans>
          </Button>
          {isDirty && (
            <Button variant="subtle" color="gray" onClick={() => form.reset()}>
              <Trans>Discard</Trans>
            </Button>
          )}
        </Group>
      </form>
      {moving && <AddressDialog email={me.email} onClose={() => setMoving(false)} />}
    </ProfileSection>
  )
}
