import { DraftTexts } from '../../entity/drafts/draft-texts.tsx'
import { useCopyText } from './article-copy-text.ts'
import { dropNamedCopy, keepNamedCopy, readLocalCopies } from './article-local-copy.ts'

type Props = {
  user: string
  /** Only what was typed into this one. */
  article?: string | undefined
}

/** What was typed into articles that may not be opened any more. */
export function UnsavedTexts({ user, article }: Props) {
  const copyText = useCopyText()
  return (
    <DraftTexts
      of={`${user}/${article ?? ''}`}
      read={async () => {
        const all = await readLocalCopies(user)
        return new Map([...all].filter(([name]) => article === undefined || name.split('/')[0] === article))
      }}
      keep={(name, copy) => keepNamedCopy(user, { name, copy })}
      drop={(name) => dropNamedCopy(user, name)}
      titleOf={({ fields }) => fields.title ?? ''}
      onCopy={({ fields }) => copyText(fields)}
    />
  )
}
