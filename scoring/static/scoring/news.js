// What the server tells while it works: lines of JSON as they come in.

export const canListen = "TextDecoderStream" in window;

export function isNews(answer) {
  return answer.ok && answer.headers.get("Content-Type").startsWith("application/x-ndjson");
}

export async function* news(answer) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done: isOver } = await reader.read();
    if (isOver) return;
    text += value;
    const lines = text.split("\n");
    text = lines.pop();
    for (const line of lines) yield JSON.parse(line);
  }
}
