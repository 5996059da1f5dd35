package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
)

// answering is a command that answers one question a line of standard input, until that ends.
func answering[Question, Answer any](answer func(Question) (Answer, error)) func([]string) error {
	return func([]string) error { return exchange(answer) }
}

func exchange[Question, Answer any](answer func(Question) (Answer, error)) error {
	answers := json.NewEncoder(os.Stdout)
	questions := json.NewDecoder(os.Stdin)
	questions.DisallowUnknownFields()
	for {
		var asked Question
		if err := questions.Decode(&asked); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if err := answers.Encode(said(answer(asked))); err != nil {
			return err
		}
	}
}

func said(answer any, err error) any {
	if err != nil {
		return map[string]string{"error": err.Error()}
	}
	return answer
}
