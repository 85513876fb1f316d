import type { Extensions } from '@tiptap/core'
import { Blockquote } from '@tiptap/extension-blockquote'
import { Focus, Placeholder } from '@tiptap/extensions'
import { StarterKit } from '@tiptap/starter-kit'
import type { ResolvedConfig } from './config.ts'
import { AlbumGallery } from './schema/album-gallery.ts'
import { AlignmentAttribute } from './schema/alignment.ts'
import { CodeBlock } from './schema/code-block.ts'
import { Details, Summary } from './schema/details.ts'
import { ArticleText, Footnote, FootnoteList, FootnoteMark } from './schema/footnotes.ts'
import { ImageFigure, InlineImage } from './schema/images.ts'
import { KeptAttributes } from './schema/kept-attributes.ts'
import { lists } from './schema/lists.ts'
import { EmptyInline, marks } from './schema/marks.ts'
import { Media } from './schema/media.ts'
import { MissingPicture } from './schema/missing-picture.ts'
import { RawHtml } from './schema/raw-html.ts'
import { tables } from './schema/tables.ts'
import { Container, Figcaption, Figure, Preformatted, TextBlock } from './schema/text-blocks.ts'
import { albumView } from './ui/album-view.ts'
import { codeView } from './ui/code-view.ts'
import { footnoteListView, footnoteMarkView, footnoteView } from './ui/footnote-views.ts'
import { imageView, inlineImageView } from './ui/image-view.ts'
import { mediaView } from './ui/media-view.ts'
import { missingPictureView } from './ui/missing-picture-view.ts'
import { rawHtmlView } from './ui/raw-html-view.ts'
import { BrowserSpans } from './browser-spans.ts'
import { Footnotes } from './footnotes.ts'
import { FocusAtOnce } from './focus-at-once.ts'
import { FindInText } from './ui/find-in-text.ts'
import { ImageUploads } from './image-uploads.ts'
import { PageKeys } from './keep-in-sight.ts'
import { MoveBlocks } from './move-blocks.ts'
import { PastedText } from './pasted-text.ts'
import { ReadOnly } from './read-only.ts'
import { TakeOver } from './take-over.ts'
import { TabThrough } from './tab-through.ts'
import { WriteOn } from './write-on.ts'

/** Everything the editor is made of. The order gives the nesting of marks and the paragraph its place as first block. */
export function extensionsFor(config: ResolvedConfig): Extensions {
  const { messages } = config
  return [
    StarterKit.configure({
      document: false,
      paragraph: false,
      bold: false,
      italic: false,
      strike: false,
      underline: false,
      code: false,
      link: false,
      codeBlock: false,
      blockquote: false,
      bulletList: false,
      orderedList: false,
      listItem: false,
      listKeymap: false,
      // It would add a paragraph to every article that ends with a picture.
      trailingNode: false,
      heading: { levels: [1, 2, 3, 4, 5, 6] },
      undoRedo: { depth: 300 },
      dropcursor: { class: 'cde-dropcursor', width: 2, color: false },
    }),
    ReadOnly,
    BrowserSpans,
    FocusAtOnce,
    PastedText.configure({ config }),
    TabThrough,
    ArticleText,
    TextBlock,
    ...marks,
    EmptyInline,
    ...lists(messages.taskDone),
    // An imported blockquote may hold figures, lists and a bare cite.
    Blockquote.extend({ content: 'block+' }),
    CodeBlock.extend({ addNodeView: () => codeView(messages) }),
    Preformatted,
    Container,
    Figure,
    Figcaption,
    Details,
    Summary,
    ...tables,
    InlineImage.extend({ addNodeView: () => inlineImageView(config) }),
    ImageFigure.extend({ addNodeView: () => imageView(config) }),
    Media.extend({ addNodeView: () => mediaView(messages) }),
    AlbumGallery.extend({ addNodeView: () => albumView(config) }),
    MissingPicture.extend({ addNodeView: () => missingPictureView(config) }),
    FootnoteMark.extend({ addNodeView: () => footnoteMarkView(messages) }),
    FootnoteList.extend({ addNodeView: () => footnoteListView(messages) }),
    Footnote.extend({ addNodeView: () => footnoteView(messages) }),
    Footnotes.configure({ messages }),
    RawHtml.extend({ addNodeView: () => rawHtmlView(messages) }),
    WriteOn,
    PageKeys,
    MoveBlocks,
    KeptAttributes,
    AlignmentAttribute,
    Focus.configure({ className: 'has-focus', mode: 'shallowest' }),
    FindInText,
    TakeOver,
    ImageUploads.configure({ config }),
    Placeholder.configure({
      placeholder: config.placeholder ?? messages.placeholder,
      showOnlyCurrent: true,
    }),
  ]
}
