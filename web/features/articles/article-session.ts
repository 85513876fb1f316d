import type { ArticleFields } from '#contract/article-fields.ts'
import type { Article } from '#contract/articles.ts'
import { namesOf, pick, restoreFields, sameValue } from '../../entity/drafts/draft-merge.ts'
import { chosenBody } from './article-body-places.ts'
import { fieldsOf } from './article-fields.ts'
import type { LocalCopy } from './article-local-copy.ts'
import type { Conflict, ConflictChoice } from './article-session-state.ts'
import { mergers, SavedArticle } from './article-session-saving.ts'
import { NO_QUESTION } from './article-session-typing.ts'

/**
 * One article being written: what is typed, what is saved, and how the one follows the other.
 * One save at a time; each sends only what changed, with the version it was based on. Everything typed is kept
 * in this browser until the server has it.
 */
export class ArticleSession extends SavedArticle {
  /**
   * The person decided: for each field, in the text for each place. My whole text is saved first, so that it is in the history
   * whatever was chosen; then what was chosen.
   */
  async resolve(choice: ConflictChoice): Promise<boolean> {
    const { conflict } = this.state
    if (!conflict) return true
    this.ports.flush()
    const { fields: mine } = this.state
    const theirs = fieldsOf(conflict.theirs)
    const body = conflict.fields.includes('body') ? chosenBody(mine.body, theirs.body, choice.body) : mine.body
    // The text of a place has changed since it was chosen.
    if (body === undefined) {
      this.askConflict(true)
      return false
    }
    const preferred = conflict.fields.filter((name) => name !== 'body' && choice[name] === 'theirs')
    const isMine = preferred.length === 0 && body === mine.body
    this.update({ conflict: undefined })
    if (!(await this.sendFor('person', isMine ? 'choice' : 'beforeChoice'))) {
      // The next save must not put mine over theirs without an answer.
      if (!this.state.conflict && this.unanswered(conflict)) void this.keepNow()
      return false
    }
    if (isMine) return !this.state.dirty
    const untouched = preferred.filter((name) => sameValue(this.state.fields[name], mine[name]))
    this.change(pick<ArticleFields>(theirs, untouched))
    this.typed(body, { given: mine.body, written: mine.body })
    return this.saveFor('person', 'choice')
  }

  /** Opens a conflict again, for the fields that still differ. @returns whether there are any */
  private unanswered(conflict: Conflict): boolean {
    const fields = conflict.fields.filter((name) => !sameValue(this.state.fields[name], conflict.theirs[name]))
    if (fields.length > 0) this.update({ conflict: { ...conflict, fields } })
    return fields.length > 0
  }

  /**
   * Puts back what this browser kept from an earlier visit; what someone else changed since is a conflict.
   * @param overTyped also into fields in which something else is typed by now
   * @returns what was typed there and is not on the server: it is to be offered in turn
   */
  restore(copy: LocalCopy, { overTyped = false } = {}): LocalCopy | undefined {
    this.ports.flush()
    const { article, conflict: open } = this.state
    const now = { stored: this.base.stored, fields: this.state.fields, version: article?.version ?? 0 }
    const { fields: free, conflicts, offered, question, typed } = restoreFields<ArticleFields>(copy, now, mergers)
    if (!article) this.first ??= copy.first
    const fields = { ...free, ...(overTyped && typed) }
    const back = namesOf(fields as ArticleFields).filter((name) => !conflicts.includes(name))
    if (article && conflicts.length > 0) {
      // Beside a question that is open already.
      const before = open ? this.question : NO_QUESTION
      this.question = {
        base: {
          sent: { ...before.base.sent, ...question.sent },
          stored: { ...before.base.stored, ...question.stored },
        },
        theirs: { ...before.theirs, ...pick<ArticleFields>(now.stored, conflicts) },
      }
      const changedBy = article.updatedBy?.name ?? ''
      const theirs = { ...article, ...pick(fieldsOf(open?.theirs ?? article), open?.fields ?? []), ...offered }
      const inQuestion = [...new Set([...(open?.fields ?? []), ...conflicts])]
      this.update({ conflict: { theirs, changedBy, fields: inQuestion, isAsked: true } })
    }
    const names = overTyped ? namesOf(typed as ArticleFields) : []
    const replaced: LocalCopy | undefined =
      names.length > 0
        ? {
            fields: pick<ArticleFields>(now.fields, names),
            base: pick<ArticleFields>({ ...now.stored, ...(open && this.question.base.stored) }, names),
            at: new Date().toISOString(),
          }
        : undefined
    const restored = {
      at: copy.at,
      fields: pick<ArticleFields>(fields, back),
      before: pick<ArticleFields>(now.fields, back),
    }
    this.change(fields)
    if (back.length > 0) this.update({ restored })
    if (conflicts.length > 0) void this.keepNow()
    return replaced
  }

  /** Takes out again what was restored and has not been changed since. @returns what puts it back once more */
  undoRestore(): () => void {
    const { restored } = this.state
    if (!restored) return () => {}
    this.ports.flush()
    const same = namesOf(restored.fields as ArticleFields).filter((name) =>
      sameValue(restored.fields[name], this.state.fields[name]),
    )
    const { first } = this
    // What is written instead is another article.
    this.first = undefined
    this.update({ restored: undefined })
    this.change(pick<ArticleFields>(restored.before, same))
    return () => {
      if (!this.state.article) this.first ??= first
      this.change(pick<ArticleFields>(restored.fields, same))
      this.update({ restored })
    }
  }

  /** Takes over what the server answered to an action of the person, who is no longer writing then. */
  finish(article: Article) {
    this.finishedAt = Date.now()
    this.accept(article)
  }

  /** The person has seen what was restored. */
  forgetRestored() {
    this.update({ restored: undefined })
  }

  /** Saves now, and asks nothing. @returns whether the server has it all */
  saveQuietly(): Promise<boolean> {
    return this.saveFor('timer', 'autosave')
  }

  /** Starts again after `leave`: React mounts twice where it looks for faults. */
  enter() {
    this.disposed = false
  }

  /** The screen goes away: what is unsaved is kept in this browser and sent once more. @returns whether the server has it all */
  async leave(): Promise<boolean> {
    this.disposed = true
    this.pace.stop()
    if (!this.state.dirty) return true
    await this.keepNow()
    return this.saveFor('timer', 'autosave')
  }
}
