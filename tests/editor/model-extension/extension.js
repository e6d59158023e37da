// A language model that is never asked anything. VS Code's chat sends no request without one, and
// those that people have come from the network.
"use strict";

const vscode = require("vscode");

const MODEL = {
  id: "silent",
  name: "Silent",
  family: "silent",
  version: "1",
  maxInputTokens: 1000,
  maxOutputTokens: 1000,
  isUserSelectable: true,
  isDefault: true,
  capabilities: { toolCalling: true },
};

exports.activate = function activate(context) {
  context.subscriptions.push(
    vscode.lm.registerLanguageModelChatProvider("belay-tests", {
      provideLanguageModelChatInformation: () => [MODEL],
      provideLanguageModelChatResponse: () => Promise.reject(new Error("nobody asks this model")),
      provideTokenCount: () => Promise.resolve(1),
    }),
  );
  // The chat offers what somebody has asked for before.
  void vscode.lm.selectChatModels({ vendor: "belay-tests" });
};
