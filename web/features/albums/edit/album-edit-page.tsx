import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { EntityMissing } from '../../../entity/entity-missing.tsx'
import { paths } from '../../../paths.ts'
import { useScreen } from '../../../ui/screen.tsx'
import { useAlbum } from '../album-api.ts'
import { AlbumEditor } from './album-editor.tsx'
import classes from './album-edit.module.css'

/** One album: its photos, and what is said about it. */
export function AlbumEditPage() {
  const { t } = useLingui()
  const { params } = useScreen()
  const album = useAlbum(params['id'] ?? '')
  if (album.data) return <AlbumEditor album={album.data} />
  if (album.isError)
    return (
      <EntityMissing
        heading={t`Album`}
        missing={t`This album does not exist`}
        failed={t`This album cannot be shown`}
        list={paths.albums}
        back={t`Back to the albums`}
        draftKey={`album/${params['id']}`}
        error={album.error}
        onRetry={album.refetch}
      />
    )
  return (
    <div className={classes.page} data-own-scroll aria-busy aria-hidden>
      <div className={`${classes.bar} ${classes.late}`}>
        <Skeleton height={22} width={240} />
        <Skeleton height={14} width={90} />
      </div>
      <div className={`${classes.body} ${classes.late}`}>
        <div className={classes.waiting}>
          {Array.from({ length: 18 }, (_, at) => (
            <Skeleton key={at} height={180} style={{ flexGrow: [3, 2, 4, 3, 5][at % 5], flexBasis: 150 }} />
          ))}
        </div>
        <div className={classes.side}>
          <Skeleton height={36} mb={20} />
          <Skeleton height={90} mb={20} />
          <Skeleton height={36} mb={20} />
          <Skeleton height={36} />
        </div>
      </div>
    </div>
  )
}
