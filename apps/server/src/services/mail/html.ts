const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as it may stand in HTML, attributes included. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** HTML that was put together by `html`, so that it is not escaped a second time. */
export class Markup {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}

const render = (value: unknown): string => {
  if (value instanceof Markup) return value.value;
  if (Array.isArray(value)) return value.map(render).join('');
  return value === null || value === undefined || value === false ? '' : escapeHtml(String(value));
};

/** A template whose inserted values are escaped unless they are markup already: a name with `<script>` stays a name. */
export const html = (parts: TemplateStringsArray, ...values: readonly unknown[]): Markup =>
  new Markup(
    parts.reduce((text, part, index) => text + part + (index < values.length ? render(values[index]) : ''), ''),
  );
