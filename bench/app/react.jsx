// The form most people would write for a list of commands: plain React, every entry on the page.
import { useState } from "react";
import { createRoot } from "react-dom/client";

function List({ initial }) {
  const [entries, setEntries] = useState(initial);
  const [text, setText] = useState("");
  const [filter, setFilter] = useState("");
  const add = () => {
    const entry = text.trim();
    if (!entry || entries.includes(entry)) return;
    setEntries([...entries, entry]);
    setText("");
  };
  const shown = entries
    .map((entry, index) => [entry, index])
    .filter(([entry]) => entry.includes(filter));
  return (
    <section>
      <input
        data-testid="add"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && add()}
      />
      <button onClick={add}>Add</button>
      <input
        data-testid="filter"
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      <ul>
        {shown.map(([entry, index]) => (
          <li key={entry}>
            <span>{entry}</span>
            <button
              data-testid={`remove-${index}`}
              onClick={() => setEntries(entries.filter((_, at) => at !== index))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const initial = Array.from({ length: 5000 }, (_, index) => `tool-${index} run`);
createRoot(document.getElementById("root")).render(<List initial={initial} />);
