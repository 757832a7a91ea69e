const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes a text for HTML, attributes included. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** HTML made by `html`, which is not escaped again. */
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

/** Template tag that escapes inserted values, except markup: a name with `<script>` is shown as text. */
export const html = (parts: TemplateStringsArray, ...values: readonly unknown[]): Markup =>
  new Markup(
    parts.reduce((text, part, index) => text + part + (index < values.length ? render(values[index]) : ''), ''),
  );
