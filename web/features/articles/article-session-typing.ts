import { type ArticleFields, emptyArticleFields } from '#contract/article-fields.ts'
import type { Article, PresentPerson } from '#contract/articles.ts'
import type { ShownText } from '../../editor/rich-text-editor.tsx'
import { differing, type FirstSave, type MergeBase, namesOf, pick } from '../../entity/drafts/draft-merge.ts'
import { mergeBodies } from './article-body-merge.ts'
import { fieldsOf } from './article-fields.ts'
import type { SaveReason, SaveState, SessionPorts, SessionState } from './article-session-state.ts'
import { RefusedValues } from './refused-values.ts'
import { SavePace } from './save-pace.ts'

export const NO_QUESTION = { base: { sent: {}, stored: {} }, theirs: {} }

/** What is typed into an article, and what of it is unsaved. */
export abstract class TypedArticle {
  protected state: SessionState
  protected base: MergeBase<ArticleFields>
  protected ports!: SessionPorts
  protected readonly listeners = new Set<() => void>()
  protected underWay: Promise<boolean> | undefined
  protected readonly pace = new SavePace({
    save: () => void this.saveFor('timer', 'autosave'),
    keep: () => void this.keepNow(),
  })
  protected disposed = false
  /** When the person last changed a field; 0 before the first change. */
  changedAt = 0
  /** When the person last submitted, published or the like; 0 before. */
  finishedAt = 0
  /** The first save of a new article, until it is answered. */
  protected first: FirstSave<ArticleFields> | undefined
  protected readonly refused = new RefusedValues()
  /** What the open conflict is about: what both began with, and what the other one made of it. */
  protected question: { base: MergeBase<Partial<ArticleFields>>; theirs: Partial<ArticleFields> } = NO_QUESTION

  /** @param start what a new article begins with, as the server does where these fields are not sent */
  constructor(article: Article | undefined, ports?: SessionPorts, start: Partial<ArticleFields> = {}) {
    const fields = article ? fieldsOf(article) : { ...emptyArticleFields, ...start }
    this.base = { sent: fields, stored: fields }
    if (ports) this.connect(ports)
    this.state = {
      article,
      fields,
      save: { kind: 'unchanged' },
      dirty: false,
      faults: {},
      conflict: undefined,
      merged: undefined,
      restored: undefined,
      others: [],
    }
  }

  /** Where to save; before the first change, and again when the screen's own functions have changed. */
  connect(ports: SessionPorts) {
    this.ports = ports
  }

  readonly get = (): SessionState => this.state
  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** What a person typed or chose. */
  change(part: Partial<ArticleFields>) {
    const fields = { ...this.state.fields, ...part }
    if (differing<ArticleFields>(fields, this.state.fields).length === 0) return
    this.changedAt = Date.now()
    const dirty = differing<ArticleFields>(this.base.sent, fields).length > 0
    this.update({
      fields,
      dirty,
      faults: this.refused.faultsOf(fields),
      // The same as the other one's: there is nothing to choose.
      ...(!dirty && { conflict: undefined }),
      ...(dirty && this.state.save.kind !== 'saving' && { save: { kind: 'here' } }),
    })
    if (!dirty)
      return this.allSaved(
        this.state.article ? { kind: 'saved', at: this.state.article.updatedAt } : { kind: 'unchanged' },
      )
    this.pace.keepSoon()
    this.saveSoon()
  }

  /**
   * What a person typed into the text, from what the editor showed before. The text of someone else may have come in since,
   * above all while a Chinese word was being composed: it is not in what is reported, and is no less kept for that.
   */
  typed(body: string, { given, written }: ShownText) {
    const { fields, article, conflict } = this.state
    // The editor writes some HTML in another way than it was given: that is no change by a person.
    if (this.base.sent.body === given) this.base = { ...this.base, sent: { ...this.base.sent, body: written } }
    if (fields.body === given || fields.body === written) return this.change({ body })
    const began = { sent: written, stored: given }
    const sides = mergeBodies(began, body, fields.body) ?? { mine: body, theirs: fields.body, base: began }
    if (article && !conflict && sides.mine !== sides.theirs) {
      const { sent, stored } = sides.base
      this.question = { base: { sent: { body: sent }, stored: { body: stored } }, theirs: { body: fields.body } }
      const theirs = { ...article, body: sides.theirs }
      const changedBy = article.updatedBy?.name ?? ''
      this.update({ conflict: { theirs, changedBy, fields: ['body'], isAsked: false } })
    }
    this.change({ body: sides.mine })
  }

  /** Who else is there now. */
  showOthers(others: readonly PresentPerson[]) {
    if (JSON.stringify(others) !== JSON.stringify(this.state.others)) this.update({ others })
  }

  /** Shows the question of an open conflict, or puts it off: what is written meanwhile is kept in this browser. */
  askConflict(isAsked: boolean) {
    const { conflict } = this.state
    if (conflict && conflict.isAsked !== isAsked) this.update({ conflict: { ...conflict, isAsked } })
  }

  /** The tab may be gone in a moment: what is unsaved is kept in this browser at once. */
  hold() {
    this.ports.flush()
    if (this.state.dirty) void this.keepNow()
  }

  protected allSaved(save: SaveState) {
    this.pace.end()
    this.update({ save })
    void this.ports.drop(this.state.article?.id)
  }

  protected saveSoon() {
    if (!this.disposed) this.pace.saveSoon()
  }

  protected keepNow(): Promise<boolean> {
    const { article, fields, conflict } = this.state
    const names = differing<ArticleFields>(this.base.sent, fields)
    const free = names.filter((name) => !conflict?.fields.includes(name))
    return this.ports.keep(article?.id, {
      fields: pick<ArticleFields>(fields, names),
      // An open conflict is kept with its old base and no version, so that it is asked again.
      base: { ...pick<ArticleFields>(this.base.stored, free), ...(conflict && this.question.base.stored) },
      version: conflict ? 0 : (article?.version ?? 0),
      ...(this.first && { first: this.first }),
      at: new Date().toISOString(),
    })
  }

  protected update(part: Partial<SessionState>) {
    const next = { ...this.state, ...part }
    // Written on since: there is nothing left that could be taken out again.
    const { restored, fields } = next
    const isThere =
      restored && differing<ArticleFields>(restored.fields, fields).length < namesOf(restored.fields).length
    this.state = { ...next, restored: isThere ? restored : undefined }
    for (const listener of this.listeners) listener()
  }

  /** @param whom only a person who wants to save is asked what an open conflict needs; a timer never asks */
  protected abstract saveFor(whom: 'person' | 'timer', reason: SaveReason): Promise<boolean>
}
