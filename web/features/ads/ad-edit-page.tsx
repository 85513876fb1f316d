import { useLingui } from '@lingui/react/macro'
import { EntityPage } from '../../entity/entity-form.tsx'
import { paths } from '../../paths.ts'
import { useAllowed } from '../session/session-api.ts'
import { useAd } from './ad-api.ts'
import { AdForm } from './ad-form.tsx'

/** A new ad, or one that exists: the same form. */
export function AdEditPage() {
  const { t } = useLingui()
  return (
    <EntityPage
      useOne={useAd}
      prefix="ad"
      mayWrite={useAllowed('ads.write')}
      heading={t`Ad`}
      missing={t`This ad does not exist`}
      failed={t`This ad cannot be shown`}
      list={paths.ads}
      back={t`Back to the ads`}
    >
      {(ad, readOnly) => <AdForm ad={ad} readOnly={readOnly} />}
    </EntityPage>
  )
}
